package stockroom.generate;

import java.util.SplittableRandom;

/// Distributes products and stock entries over merchants, largest first: a few have many, most have few. The sums
/// are exact, and the same seed gives the same data.
public record Spread(int merchants, int products, long entries, long seed) {
    /// A product has at least one colour in five sizes.
    static final int MIN_ENTRIES = 5;
    /// A product has at most six colours in twelve sizes.
    public static final int MAX_ENTRIES = 72;
    /// Determines the share of the largest merchants; 0 would make all equal.
    private static final double UNEVENNESS = 0.8;

    record Share(int products, int stocked, long entries, SplittableRandom random) {
        /// Returns the number of entries of each product.
        int[] deal() {
            var dealt = new int[products];
            long left = stocked;
            long undealt = entries;
            for (int i = 0; i < products; i++) {
                if (random.nextInt(products - i) >= left) {
                    continue;
                }
                long mean = undealt / left--;
                // Equal distances on both sides keep the mean.
                long spread = Math.max(0, Math.min(mean - MIN_ENTRIES, MAX_ENTRIES - mean));
                long wanted = mean + random.nextLong(-spread, spread + 1);
                dealt[i] = (int) Math.max(undealt - left * MAX_ENTRIES, Math.min(undealt - left * MIN_ENTRIES, wanted));
                undealt -= dealt[i];
            }
            return dealt;
        }
    }

    Share of(int merchant) {
        long first = productsBefore(merchant);
        long end = productsBefore(merchant + 1);
        long from = stockedBefore(first);
        long to = stockedBefore(end);
        // Hashing makes neighbouring seeds give different merchants.
        var random = new SplittableRandom(new SplittableRandom(seed).nextLong() + merchant);
        return new Share((int) (end - first), (int) (to - from), entriesBefore(to) - entriesBefore(from), random);
    }

    /// Each group has about a block of products: many small merchants, or a single large one.
    int endOfGroup(int first, int block) {
        int end = first + 1;
        while (end < merchants && end - first < block && productsBefore(end) - productsBefore(first) < block) {
            end++;
        }
        return end;
    }

    /// Merchant i has a weight of about `1 / i ^ UNEVENNESS`.
    private long productsBefore(int merchant) {
        return (long) (products * (weightBefore(merchant) / weightBefore(merchants)));
    }

    private static double weightBefore(int merchant) {
        return Math.pow(merchant + 0.5, 1 - UNEVENNESS) - Math.pow(0.5, 1 - UNEVENNESS);
    }

    private long stockedBefore(long product) {
        return product == 0 ? 0 : stocked() * product / products;
    }

    /// Returns three quarters of the products, within what the number of entries allows.
    private long stocked() {
        long wanted = (products * 3L + 3) / 4;
        long reach = Math.ceilDiv(entries, MAX_ENTRIES);
        long most = entries < MIN_ENTRIES ? Math.min(entries, 1) : entries / MIN_ENTRIES;
        return Math.min(products, Math.max(reach, Math.min(wanted, most)));
    }

    /// Computes `entries * before / stocked` without overflow.
    private long entriesBefore(long before) {
        long stocked = stocked();
        return before == 0 ? 0 : entries / stocked * before + entries % stocked * before / stocked;
    }
}
