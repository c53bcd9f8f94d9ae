package stockroom.generate;

import java.util.SplittableRandom;

/// How many products, products with stock and entries each merchant gets: a few have much, many have little, the sums
/// are exact, and the same seed gives the same again. Merchants come with the large ones first.
final class Spread {
    /// Of one product: one colour in five sizes.
    static final int MIN_ENTRIES = 5;
    /// Of one product: six colours in twelve sizes.
    static final int MAX_ENTRIES = 72;
    /// The share of the largest merchants; 0 would make all alike.
    private static final double UNEVENNESS = 0.8;

    private final long seed;
    private final long stocked;
    private final long entries;
    /// Of merchant i, the first is number `firstProduct[i]` of all, and the last stands before `firstProduct[i + 1]`.
    private final int[] firstProduct;

    Spread(int merchants, int products, long entries, long seed) {
        // mixed, so that merchants of neighbouring seeds differ
        this.seed = new SplittableRandom(seed).nextLong();
        this.entries = entries;
        this.stocked = stocked(products, entries);
        this.firstProduct = spread(merchants, products, new SplittableRandom(seed));
    }

    /// Three of four, fewer where the entries do not reach, more where they would not fit.
    private static long stocked(long products, long entries) {
        long wanted = (products * 3 + 3) / 4;
        long reach = Math.ceilDiv(entries, MAX_ENTRIES);
        long most = entries < MIN_ENTRIES ? Math.min(entries, 1) : entries / MIN_ENTRIES;
        return Math.min(products, Math.max(reach, Math.min(wanted, most)));
    }

    private static int[] spread(int merchants, int products, SplittableRandom random) {
        var upTo = new double[merchants + 1];
        for (int i = 0; i < merchants; i++) {
            upTo[i + 1] = upTo[i] + (0.5 + random.nextDouble()) / Math.pow(i + 1.0, UNEVENNESS);
        }
        var first = new int[merchants + 1];
        for (int i = 1; i < merchants; i++) {
            first[i] = (int) (products * (upTo[i] / upTo[merchants]));
        }
        first[merchants] = products;
        return first;
    }

    private int merchants() {
        return firstProduct.length - 1;
    }

    private int products() {
        return firstProduct[merchants()];
    }

    /// What one merchant gets.
    record Share(int products, int stocked, long entries, SplittableRandom random) {}

    Share of(int merchant) {
        long from = stockedBefore(firstProduct[merchant]);
        long to = stockedBefore(firstProduct[merchant + 1]);
        return new Share(
                firstProduct[merchant + 1] - firstProduct[merchant],
                (int) (to - from),
                entriesBefore(to) - entriesBefore(from),
                new SplittableRandom(seed + merchant));
    }

    private long stockedBefore(long product) {
        return product == 0 ? 0 : stocked * product / products();
    }

    /// `entries * before / stocked` without leaving 64 bits.
    private long entriesBefore(long before) {
        return before == 0 ? 0 : entries / stocked * before + entries % stocked * before / stocked;
    }
}
