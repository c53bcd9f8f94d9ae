package stockroom.cli.show;

import java.util.function.Function;
import tools.jackson.databind.JsonNode;

/// A column of a table.
///
/// @param cuttable whether its texts may be cut for the table to fit
public record Column(String header, Function<JsonNode, String> value, Side side, boolean cuttable) {
    public enum Side {
        LEFT,
        RIGHT
    }

    /// A name or a message: may be long.
    public static Column text(String header, String field) {
        return new Column(header, row -> Values.of(row.path(field)), Side.LEFT, true);
    }

    /// A short word, shown whole.
    public static Column word(String header, String field) {
        return new Column(header, row -> Values.of(row.path(field)), Side.LEFT, false);
    }

    public static Column number(String header, String field) {
        return new Column(header, row -> Values.of(row.path(field)), Side.RIGHT, false);
    }

    public static Column time(String header, String field) {
        return new Column(header, row -> Values.time(row.path(field)), Side.LEFT, false);
    }

    /// Made of several fields: may be long.
    public static Column made(String header, Function<JsonNode, String> value) {
        return new Column(header, value, Side.LEFT, true);
    }
}
