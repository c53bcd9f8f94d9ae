package stockroom.share;

import java.util.LinkedHashMap;
import java.util.Map;

/// How much time of something that takes turns each caller had in the last second. What was spent counts less the
/// longer ago it was. Not safe for concurrent use.
final class Spending {
    private static final double WINDOW_NANOS = 1e9;

    /// The one that spent last comes last.
    private final Map<Owner, Spent> owners = new LinkedHashMap<>();

    private final Map<Owner, Spent> applications = new LinkedHashMap<>();

    private record Spent(double nanos, long at) {
        double left(long now) {
            return nanos * Math.max(0, 1 - (now - at) / WINDOW_NANOS);
        }
    }

    void add(Owner owner, long nanos, long now) {
        add(owners, owner, nanos, now);
        add(applications, application(owner), nanos, now);
    }

    private static void add(Map<Owner, Spent> spent, Owner owner, long nanos, long now) {
        var before = spent.remove(owner);
        spent.put(owner, new Spent(nanos + (before == null ? 0 : before.left(now)), now));
        spent.values().removeIf(each -> now - each.at > WINDOW_NANOS);
    }

    boolean isNothing() {
        return owners.isEmpty();
    }

    double of(Owner owner, long now) {
        var spent = owners.get(owner);
        return spent == null ? 0 : spent.left(now);
    }

    double ofApplication(long application, long now) {
        var spent = applications.get(new Owner(application, 0, 0));
        return spent == null ? 0 : spent.left(now);
    }

    private static Owner application(Owner owner) {
        return new Owner(owner.application(), 0, 0);
    }
}
