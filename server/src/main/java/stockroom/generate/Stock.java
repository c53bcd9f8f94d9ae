package stockroom.generate;

import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/// The stock of one product: colours with a run of sizes each.
final class Stock {
    private static final int MAX_COLOURS = 6;
    private static final int MIN_SIZES = 5;
    private static final int MAX_SIZES = 12;
    private static final int SMALLEST_SIZE = 34;

    private Stock() {}

    record Colour(String name, List<Entry> entries) {}

    record Entry(int size, int quantity, @Nullable String barCode) {}

    /// @param entries 0 for a product without stock
    static List<Colour> of(int product, int entries, SplittableRandom random) {
        if (entries == 0) {
            return List.of();
        }
        int count = coloursFor(entries, random);
        int firstColour = random.nextInt(1_000);
        var colours = new ArrayList<Colour>(count);
        for (int colour = 0; colour < count; colour++) {
            // the first ones take what does not divide
            int sizes = entries / count + (colour < entries % count ? 1 : 0);
            int first = random.nextInt(MAX_SIZES - sizes + 1);
            var run = new ArrayList<Entry>(sizes);
            for (int i = first; i < first + sizes; i++) {
                run.add(entry(SMALLEST_SIZE + i, (product * 96L + colour * 12L + i) % 10_000_000_000L, random));
            }
            colours.add(new Colour(Shoes.colour(firstColour + colour), run));
        }
        return colours;
    }

    /// One of the numbers of colours that so many entries can be divided among.
    private static int coloursFor(int entries, SplittableRandom random) {
        var possible = IntStream.rangeClosed(1, MAX_COLOURS)
                .filter(colours -> entries <= colours * MAX_SIZES && (colours == 1 || entries >= colours * MIN_SIZES))
                .toArray();
        return possible[random.nextInt(possible.length)];
    }

    /// One of eight is sold out, one of sixteen has no bar code.
    private static Entry entry(int size, long item, SplittableRandom random) {
        int chance = random.nextInt(1 << 20);
        return new Entry(
                size, (chance & 7) == 0 ? 0 : (chance >> 7) % 120, (chance >> 3 & 15) == 0 ? null : barCode(item));
    }

    /// Thirteen digits, the last one a correct check digit.
    private static String barCode(long item) {
        long code = 690_000_000_000L + item;
        int sum = 0;
        long left = code;
        for (int weight = 3; left > 0; weight = 4 - weight) {
            sum += (int) (left % 10) * weight;
            left /= 10;
        }
        return Long.toString(code * 10 + (10 - sum % 10) % 10);
    }
}
