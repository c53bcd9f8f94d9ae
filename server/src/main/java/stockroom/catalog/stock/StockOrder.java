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
import stockroom.catalog.stock.ProductNames.Name;
import stockroom.database.ArrayText;
import stockroom.http.input.Place;

/// A valid create-stock request as columns for the database. Each colour of a product appears once, with the
/// positions `from` and `to` of its first and last size, counted from 1. Its sizes ascend. The colours of a
/// product follow one another, unless it is named by id and by item number.
public final class StockOrder {
    /// Removes the bar code.
    public static final String CLEARED = "";

    /// One colour and size of a request.
    ///
    /// @param quantity the new quantity, or the change to it
    /// @param expected the quantity that the entry must have, -1 if it must not exist, null for any
    /// @param barCode null keeps the present one
    public record Entry(
            int size,
            int quantity,
            boolean delta,
            @Nullable Integer expected,
            @Nullable String barCode,
            Place place) {
        private boolean isConditional() {
            return delta || expected != null;
        }
    }

    final ProductNames names;

    final List<Name> products = new ArrayList<>();
    final List<String> colours = new ArrayList<>();
    final List<Integer> from = new ArrayList<>();
    final List<Integer> to = new ArrayList<>();
    /// One array for each colour, as [ArrayText] writes it, or null if the colour has no bar codes.
    final List<@Nullable String> barCodes = new ArrayList<>();
    final short[] sizes;
    final int[] quantities;
    /// All entries if one of them depends on present stock, else none, to save memory while the database works.
    final List<Entry> conditional;
    /// The expected quantities, or null if no entry depends on present stock.
    final @Nullable Integer @Nullable [] expected;

    final Boolean @Nullable [] deltas;

    private StockOrder(ProductNames names, Map<Colour, SortedMap<Integer, Entry>> entriesOf) {
        this.names = names;
        var entries = new ArrayList<Entry>();
        var byProduct = new ArrayList<>(entriesOf.keySet());
        byProduct.sort(Comparator.comparing(Colour::product));
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

    private record Colour(Name product, String name) {}

    public static final class Builder {
        private final ProductNames names = new ProductNames();
        private final Map<Colour, SortedMap<Integer, Entry>> colours = new LinkedHashMap<>();

        public void entry(int product, String colour, int size, int quantity, @Nullable String barCode) {
            entries(Name.ofId(product), colour, Place.BODY)
                    .put(size, new Entry(size, quantity, false, null, barCode, Place.BODY));
        }

        /// Returns the entries of a colour by size, to be added to.
        SortedMap<Integer, Entry> entries(Name product, String colour, Place place) {
            names.add(product, colour, place);
            return colours.computeIfAbsent(new Colour(product, colour), _ -> new TreeMap<>());
        }

        public StockOrder build() {
            return new StockOrder(names, colours);
        }
    }
}
