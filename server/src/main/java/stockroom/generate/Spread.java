package stockroom.generate;

import java.util.SplittableRandom;

/// How many products, products with stock and entries each merchant gets: a few have much, many have little, and the
/// sums are exact. Merchants come with the large ones first.
///
/// @param products of all merchants together
/// @param entries stock entries of all products together
/// @param seed the same gives the same data
public record Spread(int merchants, int products, long entries, long seed) {
    /// Of one product: one colour in five sizes.
    static final int MIN_ENTRIES = 5;
    /// Of one product: six colours in twelve sizes.
    public static final int MAX_ENTRIES = 72;
    /// The share of the largest merchants; 0 would make all alike.
    private static final double UNEVENNESS = 0.8;

    /// What one merchant gets.
    record Share(int products, int stocked, long entries, SplittableRandom random) {
        /// Returns the number of entries of each product, 0 for those without stock.
        int[] deal() {
            var dealt = new int[products];
            long left = stocked;
            long undealt = entries;
            for (int i = 0; i < products; i++) {
                if (random.nextInt(products - i) >= left) {
                    continue;
                }
                long mean = undealt / left--;
                // as far to both sides, so that the mean stays
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
        // mixed, so that merchants of neighbouring seeds differ
        var random = new SplittableRandom(new SplittableRandom(seed).nextLong() + merchant);
        return new Share((int) (end - first), (int) (to - from), entriesBefore(to) - entriesBefore(from), random);
    }

    /// Merchants that are made together: so many small ones that each COPY has a block of products, or a large one.
    int endOfGroup(int first, int block) {
        int end = first + 1;
        while (end < merchants && end - first < block && productsBefore(end) - productsBefore(first) < block) {
            end++;
        }
        return end;
    }

    /// Merchant i gets about a part of `1 / i ^ UNEVENNESS`.
    private long productsBefore(int merchant) {
        return (long) (products * (weightBefore(merchant) / weightBefore(merchants)));
    }

    private static double weightBefore(int merchant) {
        return Math.pow(merchant + 0.5, 1 - UNEVENNESS) - Math.pow(0.5, 1 - UNEVENNESS);
    }

    private long stockedBefore(long product) {
        return product == 0 ? 0 : stocked() * product / products;
    }

    /// Three of four products, fewer where the entries do not reach, more where they would not fit.
    private long stocked() {
        long wanted = (products * 3L + 3) / 4;
        long reach = Math.ceilDiv(entries, MAX_ENTRIES);
        long most = entries < MIN_ENTRIES ? Math.min(entries, 1) : entries / MIN_ENTRIES;
        return Math.min(products, Math.max(reach, Math.min(wanted, most)));
    }

    /// `entries * before / stocked` without leaving 64 bits.
    private long entriesBefore(long before) {
        long stocked = stocked();
        return before == 0 ? 0 : entries / stocked * before + entries % stocked * before / stocked;
    }
}
