package stockroom.client.model;

import java.util.Objects;
import org.jspecify.annotations.Nullable;

/// A product as the list has it.
///
/// @param pic the address of its first picture
public record ProductSummary(int id, String artNo, String pic) {
    public ProductSummary(int id, @Nullable String artNo, @Nullable String pic) {
        this.id = id;
        this.artNo = Objects.requireNonNullElse(artNo, "");
        this.pic = Objects.requireNonNullElse(pic, "");
    }
}
