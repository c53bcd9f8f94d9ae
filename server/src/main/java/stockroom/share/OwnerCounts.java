package stockroom.share;

import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;

public final class OwnerCounts {
    private final int max;
    private final Map<Owner, Integer> counts = new ConcurrentHashMap<>();

    public OwnerCounts(int max) {
        this.max = max;
    }

    public boolean add(Owner owner) {
        if (counts.merge(owner, 1, Integer::sum) <= max) {
            return true;
        }
        remove(owner);
        return false;
    }

    public void remove(Owner owner) {
        counts.computeIfPresent(owner, (_, count) -> count == 1 ? null : count - 1);
    }
}
