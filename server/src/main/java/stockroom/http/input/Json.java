package stockroom.http.input;

import java.util.HashMap;
import java.util.HashSet;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import stockroom.http.failure.Excerpt;
import stockroom.http.failure.Failure;
import stockroom.http.failure.Term;
import stockroom.http.failure.Violation;
import stockroom.http.failure.Violations;
import tools.jackson.core.JacksonException;
import tools.jackson.core.JsonParser;
import tools.jackson.core.JsonToken;
import tools.jackson.core.StreamReadConstraints;
import tools.jackson.core.StreamReadFeature;
import tools.jackson.core.StreamWriteFeature;
import tools.jackson.core.json.JsonFactory;
import tools.jackson.databind.DeserializationFeature;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/// JSON in and out. What comes in is bounded before it is read: nothing of this interface nests deeply, has long
/// numbers or long names.
public final class Json {
    private static final JsonFactory FACTORY = JsonFactory.builder()
            .streamReadConstraints(StreamReadConstraints.builder()
                    .maxNestingDepth(8)
                    .maxNumberLength(32)
                    .maxNameLength(64)
                    .maxStringLength(8_192)
                    .build())
            .enable(StreamWriteFeature.WRITE_BIGDECIMAL_AS_PLAIN)
            .build();
    /// For operators, whose products come with long descriptions.
    private static final JsonFactory LONG_TEXTS = FACTORY.rebuild()
            .streamReadConstraints(FACTORY.streamReadConstraints()
                    .rebuild()
                    .maxStringLength(64 << 10)
                    .build())
            .build();

    private static final int MAX_FIELDS = 64;
    private static final JsonMapper MAPPER = JsonMapper.builder(FACTORY).build();
    private static final JsonMapper STRICT_MAPPER = JsonMapper.builder(FACTORY)
            .enable(StreamReadFeature.STRICT_DUPLICATE_DETECTION)
            .enable(DeserializationFeature.FAIL_ON_TRAILING_TOKENS)
            .build();
    private static final JsonMapper LINES_MAPPER =
            JsonMapper.builder(LONG_TEXTS).build();

    private Json() {}

    public static byte[] write(Object value) {
        return MAPPER.writeValueAsBytes(value);
    }

    /// A parser over a request's body; whoever uses it turns [JacksonException] into [#broken].
    public static JsonParser parser(byte[] body) {
        return MAPPER.createParser(body);
    }

    /// A parser over one line of many.
    public static JsonParser lineParser(byte[] lines, int from, int length) {
        return LINES_MAPPER.createParser(lines, from, length);
    }

    /// A whole object, each field once.
    public static JsonNode object(byte[] body) {
        try {
            var value = STRICT_MAPPER.readTree(body);
            if (!value.isObject()) {
                throw new Failure.BadRequest(Violation.of(InputMessage.OBJECT_EXPECTED, Excerpt.of(value.toString())));
            }
            return value;
        } catch (JacksonException e) {
            throw broken(e);
        }
    }

    /// These fields of an object, named in lower case, numbers as they were written; what is null counts as not given,
    /// and other fields are passed over.
    public static Map<String, String> fields(byte[] body, Set<String> names) {
        var fields = new HashMap<String, String>();
        var seen = new HashSet<String>();
        var violations = new Violations();
        try (var parser = parser(body)) {
            if (parser.nextToken() != JsonToken.START_OBJECT) {
                throw new Failure.BadRequest(Violation.of(InputMessage.OBJECT_EXPECTED, kind(parser)));
            }
            for (int count = 1; parser.nextToken() == JsonToken.PROPERTY_NAME; count++) {
                notTooMany(count);
                var given = parser.currentName();
                var name = given.toLowerCase(Locale.ROOT);
                parser.nextToken();
                if (!names.contains(name)) {
                    parser.skipChildren();
                } else if (seen.add(name)) {
                    scalar(parser, given, violations).ifPresent(value -> fields.put(name, value));
                } else {
                    violations.add(given, InputMessage.FIELD_REPEATED, given);
                    parser.skipChildren();
                }
            }
            end(parser);
        } catch (JacksonException e) {
            throw broken(e);
        }
        violations.throwIfAny();
        return fields;
    }

    /// Fields of one object, known or not: each new name costs the parser memory and time.
    public static void notTooMany(int fields) {
        if (fields > MAX_FIELDS) {
            throw new Failure.BadRequest(Violation.of(InputMessage.TOO_MANY_NAMES, MAX_FIELDS));
        }
    }

    /// The text or number the parser stands on; anything else is a violation at this place.
    public static Optional<String> scalar(JsonParser parser, String place, Violations violations) {
        return switch (parser.currentToken()) {
            case VALUE_NULL -> Optional.empty();
            case START_OBJECT, START_ARRAY -> {
                violations.add(place, InputMessage.FIELD_NOT_TEXT, Excerpt.of(place));
                parser.skipChildren();
                yield Optional.empty();
            }
            default -> Optional.of(parser.getString());
        };
    }

    /// Sees that nothing follows.
    public static void end(JsonParser parser) {
        if (parser.nextToken() != null) {
            throw new Failure.BadRequest(Violation.of(
                    InputMessage.JSON_CONTINUES,
                    parser.currentTokenLocation().getLineNr(),
                    parser.currentTokenLocation().getColumnNr()));
        }
    }

    /// What the parser stands on.
    public static Term kind(JsonParser parser) {
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

    public static Failure.BadRequest broken(JacksonException e) {
        var location = e.getLocation();
        return new Failure.BadRequest(Violation.of(
                InputMessage.JSON_INVALID,
                location == null ? 1 : location.getLineNr(),
                location == null ? 1 : location.getColumnNr(),
                e.getOriginalMessage().lines().findFirst().orElse("").replaceAll("\\s*\\(.*", "")));
    }
}
