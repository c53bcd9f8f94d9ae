package stockroom.http.input;

import java.nio.ByteBuffer;
import java.util.function.BiConsumer;
import java.util.function.Function;
import java.util.function.IntConsumer;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import stockroom.http.failure.Excerpt;
import stockroom.http.failure.Failure;
import stockroom.http.failure.Message;
import stockroom.http.failure.Term;
import stockroom.http.failure.Violations;
import tools.jackson.core.JacksonException;
import tools.jackson.core.JsonParser;
import tools.jackson.core.JsonToken;
import tools.jackson.core.TokenStreamLocation;
import tools.jackson.core.exc.StreamConstraintsException;
import tools.jackson.databind.JsonNode;

/// Reads JSON token by token. It collects violations, for the caller to throw at the end, and throws at once
/// only if the JSON cannot be parsed.
public final class JsonReader {
    /// Each new name of an object costs the parser memory and time.
    private static final int MAX_FIELDS = 64;

    private final JsonParser parser;
    private final Violations violations;
    private final Warnings warnings;

    private JsonReader(JsonParser parser, Violations violations, Warnings warnings) {
        this.parser = parser;
        this.violations = violations;
        this.warnings = warnings;
    }

    public static <T> T read(byte[] body, Violations violations, Warnings warnings, Function<JsonReader, T> read) {
        Encoding.requireUtf8(body);
        return parse(
                () -> Json.MAPPER.createParser(body),
                ByteBuffer.wrap(body),
                Json.BOUNDS,
                parser -> read.apply(new JsonReader(parser, violations, warnings)));
    }

    /// Refuses a field that is given twice as invalid JSON.
    public static <T> T readStrictly(byte[] body, Violations violations, Function<JsonReader, T> read) {
        Encoding.requireUtf8(body);
        return parse(
                () -> Json.STRICT_MAPPER.createParser(body),
                ByteBuffer.wrap(body),
                Json.BOUNDS,
                parser -> read.apply(new JsonReader(parser, violations, new Warnings())));
    }

    public static <T> T readLine(ByteBuffer line, Violations violations, Function<JsonReader, T> read) {
        int from = line.arrayOffset() + line.position();
        return parse(
                () -> Json.LINES_MAPPER.createParser(line.array(), from, line.remaining()),
                line,
                Json.LINE_BOUNDS,
                parser -> read.apply(new JsonReader(parser, violations, new Warnings())));
    }

    public static JsonReader of(JsonNode value, Violations violations) {
        var parser = Json.MAPPER.treeAsTokens(value);
        parser.nextToken();
        return new JsonReader(parser, violations, new Warnings());
    }

    private static <T> T parse(
            Supplier<JsonParser> open, ByteBuffer body, JsonFault.ParserBounds bounds, Function<JsonParser, T> read) {
        try (var parser = open.get()) {
            parser.nextToken();
            var result = read.apply(parser);
            if (parser.nextToken() != null) {
                throw broken(body, bounds.ofDepth(), parser.currentTokenLocation());
            }
            return result;
        } catch (StreamConstraintsException e) {
            throw broken(body, bounds, e.getLocation());
        } catch (JacksonException e) {
            throw broken(body, bounds.ofDepth(), e.getLocation());
        }
    }

    private static Failure broken(
            ByteBuffer body, JsonFault.ParserBounds bounds, @Nullable TokenStreamLocation location) {
        int from = body.arrayOffset() + body.position();
        JsonFault.throwIfAny(body.array(), from, from + body.remaining(), bounds);
        return Failure.badRequest(
                InputMessage.JSON_INVALID,
                location == null ? 1 : location.getLineNr(),
                location == null ? 1 : location.getColumnNr());
    }

    /// Reads the current object. `field` must read or skip the value of each known field. Returns the known
    /// fields that were given.
    public FieldNames.Given fields(FieldNames names, Place place, BiConsumer<String, Place> field) {
        var given = new FieldNames.Given(names);
        for (int count = 1; parser.nextToken() == JsonToken.PROPERTY_NAME; count++) {
            if (count > MAX_FIELDS && !names.refusesOthers()) {
                throw Failure.badRequest(InputMessage.TOO_MANY_NAMES, MAX_FIELDS);
            }
            var sent = parser.currentName();
            int index = names.find(sent);
            parser.nextToken();
            if (index < 0) {
                if (names.refusesOthers()) {
                    var unknown = place.field(sent).toString();
                    violations.add(unknown, ValueMessage.FIELD_UNKNOWN, Excerpt.of(unknown), names);
                } else {
                    warnings.add(place, sent, names);
                }
                skip();
            } else if (given.add(index)) {
                field.accept(names.name(index), place.field(names.shown(sent, index)));
            } else {
                var name = names.shown(sent, index);
                violations.add(place.field(name), InputMessage.FIELD_REPEATED, place.field(name));
                skip();
            }
        }
        return given;
    }

    /// Reads the current array. `item` must read or skip each item. Returns their number.
    public int items(IntConsumer item) {
        int count = 0;
        while (parser.nextToken() != JsonToken.END_ARRAY) {
            item.accept(count);
            count++;
        }
        return count;
    }

    /// Returns whether the current value is an object. Any other value is a violation and skipped.
    public boolean expectObject(Place place) {
        return expect(JsonToken.START_OBJECT, place, InputMessage.OBJECT_EXPECTED);
    }

    public boolean expectArray(Place place) {
        return expect(JsonToken.START_ARRAY, place, InputMessage.ARRAY_EXPECTED);
    }

    private boolean expect(JsonToken token, Place place, Message otherwise) {
        if (parser.currentToken() == token) {
            return true;
        }
        violations.add(place, otherwise, kind());
        skip();
        return false;
    }

    /// Returns the current text or number as written, or null for null. Any other value is a violation.
    public @Nullable String scalar(Place place) {
        return switch (parser.currentToken()) {
            case VALUE_NULL -> null;
            case START_OBJECT, START_ARRAY -> {
                violations.add(place, InputMessage.FIELD_NOT_TEXT, Excerpt.of(place.toString()));
                skip();
                yield null;
            }
            default -> parser.getString();
        };
    }

    public String characters() {
        return parser.getString();
    }

    public JsonNode tree() {
        return parser.readValueAsTree();
    }

    public void skip() {
        parser.skipChildren();
    }

    public @Nullable JsonToken token() {
        return parser.currentToken();
    }

    public Term kind() {
        return switch (parser.currentToken()) {
            case START_OBJECT -> Term.AN_OBJECT;
            case START_ARRAY -> Term.AN_ARRAY;
            case VALUE_STRING -> Term.A_TEXT;
            case VALUE_NUMBER_INT, VALUE_NUMBER_FLOAT -> Term.A_NUMBER;
            case VALUE_TRUE, VALUE_FALSE -> Term.TRUE_OR_FALSE;
            case VALUE_NULL -> Term.NULL;
            case null, default -> Term.NOTHING;
        };
    }
}
