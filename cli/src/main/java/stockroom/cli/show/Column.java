package stockroom.cli.show;

import java.time.Instant;
import java.util.Locale;
import java.util.function.Function;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.StringNode;

/// A column of a list, with the way to its value in a row's JSON.
///
/// @param name the field's name in CSV and in `--columns`
public record Column(String header, String name, Kind kind, Function<JsonNode, JsonNode> value) {
    public enum Kind {
        /// A long text, cut if the table is too wide.
        TEXT,
        /// A short text, never cut.
        WORD,
        NUMBER,
        /// A time, shown as an age on narrow terminals.
        TIME,
        /// A sentence, shown below its row on narrow terminals.
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

    public static Column made(String header, String name, Function<JsonNode, String> value) {
        return new Column(header, name, Kind.TEXT, row -> StringNode.valueOf(value.apply(row)));
    }

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

    String shortCell(JsonNode row, Instant now) {
        return kind == Kind.TIME ? Values.age(value.apply(row), now) : cell(row);
    }
}
