package stockroom.catalog.stock;

import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.SortedMap;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;
import stockroom.database.ArrayText;
import stockroom.http.input.Place;

/// A create-stock request that is whole and sound, in columns as the database takes it: each colour of a product
/// once, those of a product one after the other, with the place of its first and last size, counted from 1; of all
/// colours the sizes, ascending, and what is to become of each.
public final class StockOrder {
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
            Place place) {
        /// Whether it depends on what there is.
        private boolean isConditional() {
            return delta || expected != null;
        }
    }

    final List<Integer> products = new ArrayList<>();
    final List<String> colours = new ArrayList<>();
    final List<Integer> from = new ArrayList<>();
    final List<Integer> to = new ArrayList<>();
    /// Of each colour, as [ArrayText] writes them; null for one without any.
    final List<@Nullable String> barCodes = new ArrayList<>();
    final short[] sizes;
    final int[] quantities;
    /// All entries if one depends on what there is, else none: they would be kept in vain while the database works.
    final List<Entry> conditional;
    /// What each entry must have, and whether its quantity is added; null where none depends on what there is.
    final @Nullable Integer @Nullable [] expected;

    final Boolean @Nullable [] deltas;

    private StockOrder(Map<Colour, SortedMap<Integer, Entry>> entriesOf) {
        var entries = new ArrayList<Entry>();
        var byProduct = new ArrayList<>(entriesOf.keySet());
        byProduct.sort(Comparator.comparingInt(Colour::product));
        for (var colour : byProduct) {
            var ofColour = Objects.requireNonNull(entriesOf.get(colour)).values();
            products.add(colour.product);
            colours.add(colour.name);
            from.add(entries.size() + 1);
            entries.addAll(ofColour);
            to.add(entries.size());
            barCodes.add(barCodes(ofColour));
        }
        this.sizes = new short[entries.size()];
        this.quantities = new int[entries.size()];
        boolean isConditional = false;
        for (int i = 0; i < sizes.length; i++) {
            var entry = entries.get(i);
            sizes[i] = (short) entry.size;
            quantities[i] = entry.quantity;
            isConditional |= entry.isConditional();
        }
        this.conditional = isConditional ? entries : List.of();
        this.expected = isConditional ? entries.stream().map(Entry::expected).toArray(Integer[]::new) : null;
        this.deltas = isConditional ? entries.stream().map(Entry::delta).toArray(Boolean[]::new) : null;
    }

    private static @Nullable String barCodes(Collection<Entry> entries) {
        return entries.stream().allMatch(entry -> entry.barCode == null)
                ? null
                : ArrayText.of(entries.stream().map(Entry::barCode).toList());
    }

    boolean hasDeltas() {
        return conditional.stream().anyMatch(Entry::delta);
    }

    private record Colour(int product, String name) {}

    /// Takes entries in any order.
    public static final class Builder {
        private final Map<Colour, SortedMap<Integer, Entry>> colours = new LinkedHashMap<>();

        public void entry(int product, String colour, int size, int quantity, @Nullable String barCode) {
            entries(product, colour).put(size, new Entry(size, quantity, false, null, barCode, Place.BODY));
        }

        /// Those of a colour by their sizes, to add to.
        SortedMap<Integer, Entry> entries(int product, String colour) {
            return colours.computeIfAbsent(new Colour(product, colour), _ -> new TreeMap<>());
        }

        public StockOrder build() {
            return new StockOrder(colours);
        }
    }
}
