package stockroom.catalog.stock;

import com.fasterxml.jackson.annotation.JsonAlias;
import java.util.List;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.EnumNamingStrategies;
import tools.jackson.databind.annotation.EnumNaming;
import tools.jackson.databind.json.JsonMapper;

/// What an undo did.
///
/// @param undone entries that are as before the push again
/// @param skipped the first of the conflicts
public record UndoReport(int undone, int conflicts, List<Skipped> skipped) {
    /// An entry that is neither as the push left it nor as it was before, or that has no place any more.
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
