package stockroom.database;

import java.sql.ResultSet;
import java.sql.SQLException;

/// A read that is sent to the database together with concurrent ones.
public interface BatchedRead<K, A> {
    A read(K key);

    @FunctionalInterface
    interface Values<K> {
        void set(Parameters parameters, K key) throws SQLException;
    }

    /// Reads the answer from all rows of one key.
    @FunctionalInterface
    interface Rows<A> {
        A read(ResultSet rows) throws SQLException;
    }
}
