package stockroom.generate;

import java.util.SplittableRandom;

/// Deals a merchant's entries out to its products one by one, so that exactly as many products as planned have stock
/// and exactly as many entries as planned are dealt.
final class StockDeal {
    private final SplittableRandom random;
    private int products;
    private int stocked;
    private long entries;

    StockDeal(Spread.Share share) {
        this.random = share.random();
        this.products = share.products();
        this.stocked = share.stocked();
        this.entries = share.entries();
    }

    /// How many entries the next product has; 0 for one without stock.
    int next() {
        boolean hasStock = random.nextInt(products) < stocked;
        products--;
        if (!hasStock) {
            return 0;
        }
        long mean = entries / stocked;
        // as far to both sides, so that the mean stays
        long spread = Math.max(0, Math.min(mean - Spread.MIN_ENTRIES, Spread.MAX_ENTRIES - mean));
        long wanted = mean + (spread == 0 ? 0 : random.nextLong(-spread, spread + 1));
        stocked--;
        long fewest = entries - (long) stocked * Spread.MAX_ENTRIES;
        long most = entries - (long) stocked * Spread.MIN_ENTRIES;
        int dealt = (int) Math.max(fewest, Math.min(most, wanted));
        entries -= dealt;
        return dealt;
    }
}
