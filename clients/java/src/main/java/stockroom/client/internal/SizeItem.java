package stockroom.client.internal;

import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import tools.jackson.core.JsonGenerator;

/// Consecutive sizes with the same quantity and barcode: `n`, or `n-m`.
///
/// @param entries indexes of the entries it stands for, size by size
public record SizeItem(
        int first, int last, int stock, @Nullable String barCode, List<Integer> entries) {
    private static final int MAX_SIZES = 50;

    /// The same and one size more, or null if that is no longer one item.
    @Nullable
    SizeItem plus(int index, int size, int quantity, @Nullable String code) {
        boolean fits = size == last + 1
                && quantity == stock
                && (barCode == null ? code == null : barCode.equals(code))
                && entries.size() < MAX_SIZES;
        if (!fits) {
            return null;
        }
        var more = new ArrayList<>(entries);
        more.add(index);
        return new SizeItem(first, size, stock, barCode, more);
    }

    void write(JsonGenerator json) {
        json.writeStartObject();
        json.writeStringProperty("size", first == last ? Integer.toString(first) : first + "-" + last);
        json.writeNumberProperty("stock", stock);
        if (barCode != null) {
            json.writeStringProperty("barCode", barCode);
        }
        json.writeEndObject();
    }
}
