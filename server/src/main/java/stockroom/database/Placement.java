package stockroom.database;

import java.util.Set;

/// Finds the database that holds a merchant. To spread merchants over databases in another way, this is the only type
/// to implement, because stores only call [Database#of].
interface Placement extends AutoCloseable {
    Database of(long merchant);

    /// Returns the workers of the cluster, whether or not they answer.
    default Set<DatabaseAddress> workers() {
        return Set.of();
    }

    default void reconnect() {}

    @Override
    default void close() {}
}
