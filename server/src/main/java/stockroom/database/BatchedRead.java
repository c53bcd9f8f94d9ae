package stockroom.database;

import java.sql.ResultSet;
import java.sql.SQLException;

/// A read that goes to the database together with others when there are many.
///
/// @param <K> what is asked for
/// @param <A> the answer
public interface BatchedRead<K, A> {
    A read(K key);

    /// The values of the statement's parameters, in their order.
    @FunctionalInterface
    interface Values<K> {
        void set(Parameters parameters, K key) throws SQLException;
    }

    /// The answer, from all rows of one caller.
    @FunctionalInterface
    interface Rows<A> {
        A read(ResultSet rows) throws SQLException;
    }
}
