package stockroom.client.model;

import com.fasterxml.jackson.annotation.JsonProperty;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/// A stock entry on the platform. The guid stays the same as long as the entry exists.
public record StockItem(
        String guid,
        @Nullable String barCode,
        @JsonProperty("color") String colour,
        int size,
        int stock) {
    public StockItem(
            @Nullable String guid,
            @Nullable String barCode,
            @JsonProperty("color") @Nullable String colour,
            int size,
            int stock) {
        this.guid = Objects.requireNonNullElse(guid, "");
        this.barCode = barCode;
        this.colour = Objects.requireNonNullElse(colour, "");
        this.size = size;
        this.stock = stock;
    }
}
