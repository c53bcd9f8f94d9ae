package stockroom.database;

import java.util.Set;

/// Stores only call [Database#of], so that another implementation can spread merchants in another way.
interface Placement extends AutoCloseable {
    Database of(long merchant);

    default Set<DatabaseAddress> workers() {
        return Set.of();
    }

    default void reconnect() {}

    @Override
    default void close() {}
}
