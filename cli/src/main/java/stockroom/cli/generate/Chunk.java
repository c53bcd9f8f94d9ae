package stockroom.cli.generate;

import java.util.EnumMap;
import java.util.Map;
import java.util.Objects;

/// Rows of all tables that belong together, as much as one COPY each carries. Its buffers are used again and again.
final class Chunk {
    private final Map<Table, Rows> rows = new EnumMap<>(Table.class);
    private long entries;

    Chunk() {
        for (var table : Table.values()) {
            rows.put(table, new Rows());
        }
    }

    Rows of(Table table) {
        return Objects.requireNonNull(rows.get(table));
    }

    void count(long more) {
        entries += more;
    }

    long entries() {
        return entries;
    }

    long bytes() {
        return rows.values().stream().mapToLong(Rows::length).sum();
    }

    void clear() {
        rows.values().forEach(Rows::clear);
        entries = 0;
    }
}
