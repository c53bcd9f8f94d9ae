package stockroom.client.model;

import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.annotation.JsonProperty;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// A colour of a product to delete, or some of its sizes. Either `pid` or `artNo` is null, and so are the sizes for
/// the whole colour.
@JsonInclude(JsonInclude.Include.NON_NULL)
public record StockDeletion(
        @Nullable Integer pid,
        @Nullable String artNo,
        @JsonProperty("color") String colour,
        @Nullable List<Integer> sizes) {
    public StockDeletion {
        if ((pid == null) == (artNo == null)) {
            throw new IllegalArgumentException("deletion: expected is either pid or artNo");
        }
        sizes = sizes == null ? null : List.copyOf(sizes);
    }

    /// Deletes the whole colour.
    public StockDeletion(int pid, String colour) {
        this(pid, colour, null);
    }

    public StockDeletion(int pid, String colour, @Nullable List<Integer> sizes) {
        this(pid, null, colour, sizes);
    }

    /// Deletes from the product with this item number.
    public StockDeletion(String artNo, String colour, @Nullable List<Integer> sizes) {
        this(null, artNo, colour, sizes);
    }
}
