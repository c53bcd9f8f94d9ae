package stockroom.share;

import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Objects;

/// Weights the time that each caller used in the last second by recency. It is not thread-safe.
final class Spending {
    private static final double WINDOW_NANOS = 1e9;

    /// Entries are in the order of last use.
    private final Map<Owner, Spent> owners = new LinkedHashMap<>();

    private final Map<Long, Spent> applications = new LinkedHashMap<>();

    private record Spent(double nanos, long at) {
        static final Spent NOTHING = new Spent(0, 0);

        double left(long now) {
            return nanos * Math.max(0, 1 - (now - at) / WINDOW_NANOS);
        }
    }

    void add(Owner owner, long nanos, long now) {
        add(owners, owner, nanos, now);
        add(applications, owner.application(), nanos, now);
    }

    private static <K> void add(Map<K, Spent> spent, K key, long nanos, long now) {
        var before = Objects.requireNonNullElse(spent.remove(key), Spent.NOTHING);
        spent.put(key, new Spent(nanos + before.left(now), now));
        spent.values().removeIf(each -> now - each.at > WINDOW_NANOS);
    }

    boolean isNothing() {
        return owners.isEmpty();
    }

    double of(Owner owner, long now) {
        return owners.getOrDefault(owner, Spent.NOTHING).left(now);
    }

    double ofApplication(long application, long now) {
        return applications.getOrDefault(application, Spent.NOTHING).left(now);
    }
}
