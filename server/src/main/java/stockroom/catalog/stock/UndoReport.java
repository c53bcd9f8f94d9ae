package stockroom.catalog.stock;

import com.fasterxml.jackson.annotation.JsonAlias;
import java.util.List;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.EnumNamingStrategies;
import tools.jackson.databind.annotation.EnumNaming;
import tools.jackson.databind.json.JsonMapper;

/// `undone` counts entries restored to what they were before the push. `skipped` lists the first conflicts only.
public record UndoReport(int undone, int conflicts, List<Skipped> skipped) {
    /// An entry that the undo left alone because it changed since the push or no longer has a place.
    public record Skipped(
            @JsonAlias("productid") int productId,
            String color,
            int size,
            @Nullable Integer left,
            @Nullable Integer stock,
            Reason reason) {}

    @EnumNaming(EnumNamingStrategies.SnakeCaseStrategy.class)
    public enum Reason {
        CHANGED,
        PRODUCT_DELETED,
        PRODUCT_FULL,
        COLOURS_FULL
    }

    public static UndoReport of(String json) {
        return JsonMapper.shared().readValue(json, UndoReport.class);
    }
}
