package stockroom.client.model;

import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.annotation.JsonProperty;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// A colour of a product to delete, or some of its sizes.
///
/// @param sizes null for the whole colour
@JsonInclude(JsonInclude.Include.NON_NULL)
public record StockDeletion(
        int pid,
        @JsonProperty("color") String colour,
        @Nullable List<Integer> sizes) {
    public StockDeletion {
        sizes = sizes == null ? null : List.copyOf(sizes);
    }

    /// The whole colour.
    public StockDeletion(int pid, String colour) {
        this(pid, colour, null);
    }
}
