package stockroom.database;

import java.util.Set;

/// Says which database has a merchant. With one database that is no question. Where each of several has some of the
/// merchants, this is the only type to implement: stores ask [Database#of] and know no more.
interface Placement extends AutoCloseable {
    Database of(long merchant);

    /// The workers of the cluster, whether they answer or not.
    default Set<DatabaseAddress> workers() {
        return Set.of();
    }

    /// See [Database#reconnect].
    default void reconnect() {}

    @Override
    default void close() {}
}
