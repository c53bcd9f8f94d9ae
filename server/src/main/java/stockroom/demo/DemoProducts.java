package stockroom.demo;

import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.stream.IntStream;
import stockroom.catalog.products.NewProduct;
import stockroom.generate.Shoes;

/// Generates plausible shoes, the same at every start.
final class DemoProducts {
    private static final List<String> COLOURS =
            List.of("black", "white", "beige", "navy", "red", "olive", "grey", "brown", "pink", "sky blue");

    private final Random random = new Random(2026);

    List<NewProduct> products(String storeUrl, int count) {
        return IntStream.range(0, count)
                .mapToObj(i -> Shoes.product(storeUrl, i, random))
                .toList();
    }

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
}
