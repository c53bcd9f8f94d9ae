package stockroom.client.model;

import java.util.List;
import org.jspecify.annotations.Nullable;

/// A colour of a product to delete, or some of its sizes. Either `pid` or `artNo` is null, and so are the sizes for
/// the whole colour.
public record StockDeletion(
        @Nullable Integer pid,
        @Nullable String artNo,
        String color,
        @Nullable List<Integer> sizes) {
    public StockDeletion {
        sizes = sizes == null ? null : List.copyOf(sizes);
    }

    /// Deletes the whole colour.
    public StockDeletion(int pid, String color) {
        this(pid, color, null);
    }

    public StockDeletion(int pid, String color, @Nullable List<Integer> sizes) {
        this(pid, null, color, sizes);
    }

    /// Deletes from the product with this item number.
    public StockDeletion(String artNo, String color, @Nullable List<Integer> sizes) {
        this(null, artNo, color, sizes);
    }
}
