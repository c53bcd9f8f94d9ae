package stockroom.database;

import java.util.Set;

/// Finds the database of a merchant. Stores only call [Database#of], so merchants can be spread in another way
/// here.
interface Placement extends AutoCloseable {
    Database of(long merchant);

    default Set<DatabaseAddress> workers() {
        return Set.of();
    }

    default void reconnect() {}

    @Override
    default void close() {}
}
