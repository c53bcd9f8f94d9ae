package stockroom.demo;

import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Random;
import stockroom.catalog.products.NewProduct;
import stockroom.catalog.products.NewProduct.Attribute;

/// Believable shoes, the same ones at every start.
final class DemoProducts {
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
            List.of("black", "white", "beige", "navy", "red", "olive", "grey", "brown", "pink", "sky blue");

    private final Random random = new Random(2026);

    List<NewProduct> products(String storeUrl, int count) {
        var products = new ArrayList<NewProduct>();
        for (int i = 0; i < count; i++) {
            var kind = KINDS.get(random.nextInt(KINDS.size()));
            var artNo = "%s%04d".formatted(kind.name.substring(0, 1), 1001 + i);
            var upper = pick(UPPERS);
            var season = pick(SEASONS);
            var images = new ArrayList<String>();
            for (int picture = 1; picture <= 3 + random.nextInt(3); picture++) {
                images.add("https://pictures.example/%s/%s-%d.jpg".formatted(storeUrl, artNo, picture));
            }
            products.add(new NewProduct(
                    artNo,
                    "%s %s, %s upper, %s"
                            .formatted(
                                    season, kind.name.toLowerCase(Locale.ROOT), upper.toLowerCase(Locale.ROOT), artNo),
                    "<p>%s with a %s upper.</p><img src=\"%s\">"
                            .formatted(kind.name, upper.toLowerCase(Locale.ROOT), images.getFirst()),
                    BigDecimal.valueOf(kind.cheapest * 100L + random.nextInt(6_000), 2),
                    images,
                    random.nextInt(4) == 0 ? "https://pictures.example/%s/%s.mp4".formatted(storeUrl, artNo) : "",
                    kind.categoryIds,
                    kind.categoryNames,
                    List.of(
                            new Attribute("Upper", upper),
                            new Attribute("Sole", pick(SOLES)),
                            new Attribute("Season", season))));
        }
        return products;
    }

    /// Two to four colours with a run of sizes each.
    List<DemoStockStore.Entry> stock(int product) {
        var entries = new ArrayList<DemoStockStore.Entry>();
        int first = 35 + random.nextInt(4);
        int firstColour = random.nextInt(COLOURS.size());
        for (int c = 0; c < 2 + random.nextInt(3); c++) {
            var colour = COLOURS.get((firstColour + c) % COLOURS.size());
            for (int size = first; size < first + 6; size++) {
                entries.add(new DemoStockStore.Entry(
                        product,
                        colour,
                        size,
                        random.nextInt(120),
                        "69%05d%02d%02d%02d".formatted(product, c, size, random.nextInt(100))));
            }
        }
        return entries;
    }

    private String pick(List<String> of) {
        return of.get(random.nextInt(of.size()));
    }
}
