package stockroom.catalog;

import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// A create-stock request that is whole and sound, in columns as the database takes it: one product and colour a
/// group, and one size, quantity and barcode an entry, ranges expanded, each with the 1-based number of its group.
record StockOrder(
        List<Integer> products,
        List<String> colours,
        List<Integer> groups,
        List<Integer> sizes,
        List<Integer> quantities,
        List<@Nullable String> barCodes) {

    static final class Builder {
        private final List<Integer> products = new ArrayList<>();
        private final List<String> colours = new ArrayList<>();
        private final List<Integer> groups = new ArrayList<>();
        private final List<Integer> sizes = new ArrayList<>();
        private final List<Integer> quantities = new ArrayList<>();
        private final List<@Nullable String> barCodes = new ArrayList<>();

        void group(int product, String colour) {
            products.add(product);
            colours.add(colour);
        }

        /// An entry of the group added last.
        void entry(int size, int quantity, @Nullable String barCode) {
            groups.add(products.size());
            sizes.add(size);
            quantities.add(quantity);
            barCodes.add(barCode);
        }

        StockOrder build() {
            return new StockOrder(products, colours, groups, sizes, quantities, barCodes);
        }
    }
}
