package stockroom.cli.show;

import java.time.Instant;
import java.util.Locale;
import java.util.function.Function;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.StringNode;

/// A column of a table.
///
/// @param name of the field, as CSV and `--columns` have it
public record Column(String header, String name, Kind kind, Function<JsonNode, JsonNode> value) {
    public enum Kind {
        /// May be long, and be cut for the table to fit.
        TEXT,
        /// Is short, and shown whole.
        WORD,
        /// Stands at the right of its column.
        NUMBER,
        /// Is shown as an age where the terminal is narrow.
        TIME,
        /// Is a sentence; where the terminal is narrow, it stands below its row.
        MESSAGE
    }

    private static Column field(String header, String field, Kind kind) {
        return new Column(header, field, kind, row -> row.path(field));
    }

    public static Column text(String header, String field) {
        return field(header, field, Kind.TEXT);
    }

    public static Column word(String header, String field) {
        return field(header, field, Kind.WORD);
    }

    public static Column number(String header, String field) {
        return field(header, field, Kind.NUMBER);
    }

    public static Column time(String header, String field) {
        return field(header, field, Kind.TIME);
    }

    public static Column message(String header, String field) {
        return field(header, field, Kind.MESSAGE);
    }

    /// A text made of several fields.
    public static Column made(String header, String name, Function<JsonNode, String> value) {
        return new Column(header, name, Kind.TEXT, row -> StringNode.valueOf(value.apply(row)));
    }

    /// Whether this is the column that somebody calls so: by its header or its field, in upper or lower case.
    public boolean isCalled(String given) {
        var plain = plain(given);
        return plain.equals(plain(header)) || plain.equals(plain(name));
    }

    private static String plain(String text) {
        return text.replaceAll("[ _-]", "").toLowerCase(Locale.ROOT);
    }

    String cell(JsonNode row) {
        var cell = value.apply(row);
        return kind == Kind.TIME ? Values.time(cell) : Values.of(cell);
    }

    /// The same with a time as an age.
    String shortCell(JsonNode row, Instant now) {
        return kind == Kind.TIME ? Values.age(value.apply(row), now) : cell(row);
    }
}
