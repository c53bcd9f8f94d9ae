package stockroom.catalog.stock;

import java.util.List;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/// A colour to delete, or some of its sizes.
///
/// @param sizes null for all of them
record StockDeletion(int product, String colour, @Nullable List<SizeRange> sizes) {
    /// As PostgreSQL writes an array.
    @Nullable
    String sizesText() {
        return sizes == null
                ? null
                : sizes.stream()
                        .flatMapToInt(SizeRange::stream)
                        .mapToObj(Integer::toString)
                        .collect(Collectors.joining(",", "{", "}"));
    }
}
