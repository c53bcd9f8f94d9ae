package stockroom.generate;

import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.random.RandomGenerator;
import org.jspecify.annotations.Nullable;
import stockroom.catalog.products.NewProduct;
import stockroom.catalog.products.NewProduct.Attribute;

public final class Shoes {
    private static final int MAX_COLOURS = 6;
    private static final int MIN_SIZES = 5;
    private static final int MAX_SIZES = 12;

    /// @param cheapest lowest price in whole units of money
    private record Kind(String name, String categoryIds, String categoryNames, int cheapest) {}

    private static final List<Kind> KINDS = List.of(
            new Kind("Running shoes", "50,5012,501204", "Shoes,Sports,Running", 89),
            new Kind("Canvas sneakers", "50,5011,501101", "Shoes,Casual,Sneakers", 45),
            new Kind("Leather loafers", "50,5013,501302", "Shoes,Formal,Loafers", 138),
            new Kind("Ankle boots", "50,5014,501401", "Shoes,Boots,Ankle boots", 165),
            new Kind("Beach sandals", "50,5015,501503", "Shoes,Summer,Sandals", 29),
            new Kind("Hiking shoes", "50,5012,501207", "Shoes,Sports,Hiking", 149));
    private static final List<String> SOLES = List.of("Rubber", "EVA", "TPR", "Polyurethane");
    private static final List<String> UPPERS = List.of("Mesh", "Canvas", "Cow leather", "Suede", "Microfibre");
    private static final List<String> SEASONS = List.of("Spring", "Summer", "Autumn", "Winter");
    private static final List<String> COLOURS =
            List.of("black", "white", "beige", "navy", "red", "olive", "grey", "brown", "黑色", "白色", "酒红", "军绿");

    private Shoes() {}

    /// `number` counts up from 0 within the merchant.
    public static NewProduct product(String storeUrl, int number, RandomGenerator random) {
        var kind = pick(KINDS, random);
        var artNo = kind.name.charAt(0) + Integer.toString(1001 + number);
        var upper = pick(UPPERS, random);
        var season = pick(SEASONS, random);
        var address = "https://pictures.example/" + storeUrl + "/" + artNo;
        var images = new ArrayList<String>();
        for (int picture = 1; picture <= 3 + random.nextInt(3); picture++) {
            images.add(address + "-" + picture + ".jpg");
        }
        var withUpper = upper.toLowerCase(Locale.ROOT) + " upper";
        return new NewProduct(
                artNo,
                season + " " + kind.name.toLowerCase(Locale.ROOT) + ", " + withUpper + ", " + artNo,
                "<p>" + kind.name + " with a " + withUpper + ".</p><img src=\"" + images.getFirst() + "\">",
                BigDecimal.valueOf(kind.cheapest * 100L + random.nextInt(6_000), 2),
                images,
                random.nextInt(4) == 0 ? address + ".mp4" : "",
                kind.categoryIds,
                kind.categoryNames,
                List.of(
                        new Attribute("Upper", upper),
                        new Attribute("Sole", pick(SOLES, random)),
                        new Attribute("Season", season)));
    }

    record Colour(String name, List<Integer> sizes, List<Integer> quantities, List<@Nullable String> barCodes) {}

    static List<Colour> stock(int product, int entries, RandomGenerator random) {
        int fewest = Math.ceilDiv(entries, MAX_SIZES);
        int most = Math.clamp(entries / MIN_SIZES, 1, MAX_COLOURS);
        int count = entries == 0 ? 0 : random.nextInt(fewest, most + 1);
        int firstColour = random.nextInt(COLOURS.size());
        var colours = new ArrayList<Colour>(count);
        for (int i = 0; i < count; i++) {
            // The first colours take the remainder.
            int sizes = entries / count + (i < entries % count ? 1 : 0);
            int first = random.nextInt(MAX_SIZES - sizes + 1);
            var name = COLOURS.get((firstColour + i) % COLOURS.size());
            var colour = new Colour(name, new ArrayList<>(sizes), new ArrayList<>(sizes), new ArrayList<>(sizes));
            for (int size = first; size < first + sizes; size++) {
                colour.sizes.add(34 + size);
                // One in eight is sold out, and one in sixteen has no bar code.
                colour.quantities.add(random.nextInt(8) == 0 ? 0 : random.nextInt(120));
                colour.barCodes.add(random.nextInt(16) == 0 ? null : barCode(product * 96L + i * 12L + size));
            }
            colours.add(colour);
        }
        return colours;
    }

    /// Returns thirteen digits, of which the last is a check digit.
    private static String barCode(long item) {
        long code = 690_000_000_000L + item % 10_000_000_000L;
        long sum = 0;
        for (long left = code, weight = 3; left > 0; left /= 10, weight = 4 - weight) {
            sum += left % 10 * weight;
        }
        return Long.toString(code * 10 + (10 - sum % 10) % 10);
    }

    private static <T> T pick(List<T> of, RandomGenerator random) {
        return of.get(random.nextInt(of.size()));
    }
}
