package stockroom.database;

import java.sql.ResultSet;
import java.sql.SQLException;

public interface BatchedRead<K, A> {
    A read(K key);

    @FunctionalInterface
    interface Values<K> {
        void set(Parameters parameters, K key) throws SQLException;
    }

    @FunctionalInterface
    interface Rows<A> {
        A read(ResultSet rows) throws SQLException;
    }
}
