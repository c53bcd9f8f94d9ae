package stockroom.catalog;

import java.util.ArrayList;
import java.util.Collections;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import stockroom.database.ArrayText;

/// A create-stock request that is whole and sound, in columns as the database takes it: each colour of a product
/// once, those of a product one after the other, with the place of its first and last size, counted from 1; of all
/// colours the sizes, ascending, and what is to become of each.
///
/// @param colourNos of each entry, the number of its colour among those of its product, from 1
/// @param barCodes of each colour, as [ArrayText] writes them; null for one without any
public record StockOrder(
        List<Integer> products,
        List<String> colours,
        List<Integer> from,
        List<Integer> to,
        List<Short> colourNos,
        List<@Nullable String> barCodes,
        List<Entry> entries) {
    /// Instead of a bar code: there is to be none any more.
    public static final String CLEARED = "";

    /// One size of a colour.
    ///
    /// @param quantity that it is to have, or the change of it
    /// @param expected the quantity that it must have, -1 for one that must not exist; null for any
    /// @param barCode null to keep the one there is
    /// @param place in the request, for refusals
    public record Entry(
            int size,
            int quantity,
            boolean delta,
            @Nullable Integer expected,
            @Nullable String barCode,
            String place) {}

    boolean hasDeltas() {
        return entries.stream().anyMatch(Entry::delta);
    }

    boolean expectsSomething() {
        return entries.stream().anyMatch(entry -> entry.expected != null);
    }

    /// Takes entries in any order.
    public static final class Builder {
        private record Colour(int product, String name) {}

        private final Map<Colour, List<Entry>> colours = new LinkedHashMap<>();

        public void entry(int product, String colour, int size, int quantity, @Nullable String barCode) {
            entry(product, colour, new Entry(size, quantity, false, null, barCode, ""));
        }

        void entry(int product, String colour, Entry entry) {
            colours.computeIfAbsent(new Colour(product, colour), _ -> new ArrayList<>())
                    .add(entry);
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
            var byProduct = new ArrayList<>(colours.keySet());
            byProduct.sort(Comparator.comparingInt(Colour::product));
            short colourNo = 0;
            for (var colour : byProduct) {
                boolean same = !order.products.isEmpty() && order.products.getLast() == colour.product;
                colourNo = (short) (same ? colourNo + 1 : 1);
                var entries = Objects.requireNonNull(colours.get(colour));
                entries.sort(Comparator.comparingInt(Entry::size));
                order.products.add(colour.product);
                order.colours.add(colour.name);
                order.from.add(order.entries.size() + 1);
                order.entries.addAll(entries);
                order.colourNos.addAll(Collections.nCopies(entries.size(), colourNo));
                order.to.add(order.entries.size());
                var codes = entries.stream().map(Entry::barCode).toList();
                order.barCodes.add(codes.stream().allMatch(Objects::isNull) ? null : ArrayText.of(codes));
            }
            return order;
        }
    }
}
