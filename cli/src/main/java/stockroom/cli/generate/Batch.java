package stockroom.cli.generate;

import java.util.EnumMap;
import java.util.Map;
import java.util.Objects;

/// Rows of all tables that belong together, as much as one COPY each carries. Its buffers are used again and again.
final class Batch {
    private final Map<FilledTable, CopyRows> rows = new EnumMap<>(FilledTable.class);
    private long entries;

    Batch() {
        for (var table : FilledTable.values()) {
            rows.put(table, new CopyRows());
        }
    }

    CopyRows of(FilledTable table) {
        return Objects.requireNonNull(rows.get(table));
    }

    void count(long more) {
        entries += more;
    }

    long entries() {
        return entries;
    }

    long bytes() {
        return rows.values().stream().mapToLong(CopyRows::length).sum();
    }

    void clear() {
        rows.values().forEach(CopyRows::clear);
        entries = 0;
    }
}
