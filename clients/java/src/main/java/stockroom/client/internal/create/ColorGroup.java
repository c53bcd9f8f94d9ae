package stockroom.client.internal.create;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Set;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import stockroom.client.model.StockEntry;
import tools.jackson.core.JsonGenerator;

/// One colour of one product, identified by `pid` or `artNo`.
public record ColorGroup(int pid, @Nullable String artNo, String color, List<SizeItem> sizes) {

    /// @param indexes the entries of this product and colour
    static ColorGroup of(List<StockEntry> entries, List<Integer> indexes) {
        var bySize = new ArrayList<>(indexes);
        bySize.sort(Comparator.comparingInt(index -> entries.get(index).size()));
        List<SizeItem> items = new ArrayList<>();
        SizeItem item = null;
        for (int index : bySize) {
            var entry = entries.get(index);
            var longer = item == null ? null : item.plus(index, entry);
            if (longer == null) {
                if (item != null) {
                    items.add(item);
                }
                longer = SizeItem.of(index, entry);
            }
            item = longer;
        }
        if (item != null) {
            items.add(item);
        }
        var first = entries.get(indexes.get(0));
        var artNo = first.artNo() == null ? null : EntryCheck.text(first.artNo());
        return new ColorGroup(first.pid(), artNo, EntryCheck.text(first.color()), items);
    }

    Stream<Integer> entries() {
        return sizes.stream().flatMap(item -> item.entries().stream());
    }

    ColorGroup without(Set<Integer> items) {
        List<SizeItem> kept = new ArrayList<>();
        for (int i = 0; i < sizes.size(); i++) {
            if (!items.contains(i)) {
                kept.add(sizes.get(i));
            }
        }
        return new ColorGroup(pid, artNo, color, kept);
    }

    void write(JsonGenerator json) {
        json.writeStartObject();
        if (artNo == null) {
            json.writeNumberProperty("pid", pid);
        } else {
            json.writeStringProperty("artNo", artNo);
        }
        json.writeStringProperty("color", color);
        json.writeArrayPropertyStart("param");
        sizes.forEach(item -> item.write(json));
        json.writeEndArray();
        json.writeEndObject();
    }
}
