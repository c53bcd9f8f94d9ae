package stockroom.catalog;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import stockroom.database.ArrayText;

/// A create-stock request that is whole and sound, in columns as the database takes it: each colour of a product
/// once, with the place of its first and last size, counted from 1; of all colours the sizes, ascending, and their
/// quantities.
///
/// @param barCodes of each colour, as [ArrayText] writes them; null for one without any
public record StockOrder(
        List<Integer> products,
        List<String> colours,
        List<Integer> from,
        List<Integer> to,
        List<@Nullable String> barCodes,
        List<Short> sizes,
        List<Integer> quantities) {

    /// Takes entries in any order.
    public static final class Builder {
        private record Colour(int product, String name) {}

        private record Entry(
                int size, int quantity, @Nullable String barCode) {}

        private final Map<Colour, List<Entry>> colours = new LinkedHashMap<>();

        public void entry(int product, String colour, int size, int quantity, @Nullable String barCode) {
            colours.computeIfAbsent(new Colour(product, colour), _ -> new ArrayList<>())
                    .add(new Entry(size, quantity, barCode));
        }

        public StockOrder build() {
            var order = new StockOrder(
                    new ArrayList<>(),
                    new ArrayList<>(),
                    new ArrayList<>(),
                    new ArrayList<>(),
                    new ArrayList<>(),
                    new ArrayList<>(),
                    new ArrayList<>());
            colours.forEach((colour, entries) -> {
                order.products.add(colour.product);
                order.colours.add(colour.name);
                order.from.add(order.sizes.size() + 1);
                entries.sort(Comparator.comparingInt(Entry::size));
                for (var entry : entries) {
                    order.sizes.add((short) entry.size);
                    order.quantities.add(entry.quantity);
                }
                order.to.add(order.sizes.size());
                var codes = entries.stream().map(Entry::barCode).toList();
                order.barCodes.add(codes.stream().allMatch(Objects::isNull) ? null : ArrayText.of(codes));
            });
            return order;
        }
    }
}
