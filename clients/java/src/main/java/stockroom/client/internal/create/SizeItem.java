package stockroom.client.internal.create;

import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import stockroom.client.model.StockEntry;
import tools.jackson.core.JsonGenerator;

/// Consecutive sizes with the same values, sent as `n` or `n-m`, with the indexes of their entries.
public record SizeItem(StockEntry first, int last, List<Integer> entries) {
    private static final int MAX_SIZES = 50;

    static SizeItem of(int index, StockEntry entry) {
        return new SizeItem(entry, entry.size(), List.of(index));
    }

    /// Adds one size, or returns null if they do not form one item.
    @Nullable
    SizeItem plus(int index, StockEntry entry) {
        if (entry.size() != last + 1 || entries.size() >= MAX_SIZES || !isLike(entry)) {
            return null;
        }
        var more = new ArrayList<>(entries);
        more.add(index);
        return new SizeItem(first, entry.size(), more);
    }

    private boolean isLike(StockEntry entry) {
        return !dependsOnStock(first)
                && !dependsOnStock(entry)
                && first.stock() == entry.stock()
                && first.clearBarCode() == entry.clearBarCode()
                && Objects.equals(barCode(first), barCode(entry));
    }

    /// Keeps such an entry out of ranges, so that a refusal names exactly this entry.
    private static boolean dependsOnStock(StockEntry entry) {
        return entry.expected() != null || entry.delta() != null;
    }

    private static @Nullable String barCode(StockEntry entry) {
        var barCode = entry.barCode() == null ? "" : EntryCheck.text(entry.barCode());
        return barCode.isEmpty() ? null : barCode;
    }

    void write(JsonGenerator json) {
        json.writeStartObject();
        json.writeStringProperty("size", first.size() == last ? Integer.toString(last) : first.size() + "-" + last);
        var delta = first.delta();
        if (delta != null) {
            json.writeNumberProperty("delta", delta);
        } else {
            json.writeNumberProperty("stock", first.stock());
        }
        var expected = first.expected();
        if (expected != null) {
            json.writeNumberProperty("expected", expected);
        }
        var barCode = barCode(first);
        if (barCode != null) {
            json.writeStringProperty("barCode", barCode);
        }
        if (first.clearBarCode()) {
            json.writeBooleanProperty("clearBarCode", true);
        }
        json.writeEndObject();
    }
}
