package stockroom.http.bounds;

import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import stockroom.share.Owner;

/// Counts something for each address, up to a bound.
public final class AddressCounts {
    private final int max;
    private final Map<Owner, Integer> counts = new ConcurrentHashMap<>();

    public AddressCounts(int max) {
        this.max = max;
    }

    /// Whether there was room for one more.
    ///
    /// @param address an [owner of an address][Owner#at]
    public boolean add(Owner address) {
        if (counts.merge(address, 1, Integer::sum) <= max) {
            return true;
        }
        remove(address);
        return false;
    }

    public void remove(Owner address) {
        counts.computeIfPresent(address, (_, count) -> count == 1 ? null : count - 1);
    }
}
