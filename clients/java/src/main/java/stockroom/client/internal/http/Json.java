package stockroom.client.internal.http;

import java.io.StringWriter;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import tools.jackson.core.JsonGenerator;
import tools.jackson.core.JsonParser;
import tools.jackson.core.JsonToken;
import tools.jackson.core.ObjectReadContext;
import tools.jackson.core.ObjectWriteContext;
import tools.jackson.core.exc.StreamReadException;
import tools.jackson.core.json.JsonFactory;

/// A JSON value. This uses only Jackson's parser, because databind needs annotations that a program may have at an
/// older version, as with Spring Boot 3.
///
/// @param value a map, a list, a text, a number or a boolean; null if the value is null or missing
public record Json(@Nullable Object value) {
    private static final JsonFactory FACTORY = new JsonFactory();
    static final Json NULL = new Json(null);

    /// Reads a text. An empty one is null.
    static Json read(String text) {
        try (var parser = FACTORY.createParser(ObjectReadContext.empty(), text)) {
            var token = parser.nextToken();
            var json = token == null ? NULL : new Json(value(parser, token));
            if (parser.nextToken() != null) {
                throw new StreamReadException(parser, "more than one value");
            }
            return json;
        }
    }

    private static @Nullable Object value(JsonParser parser, JsonToken token) {
        return switch (token) {
            case START_OBJECT -> object(parser);
            case START_ARRAY -> array(parser);
            case VALUE_STRING -> parser.getString();
            case VALUE_NUMBER_INT -> parser.getNumberValue();
            // keeps the two decimals of a price
            case VALUE_NUMBER_FLOAT -> parser.getDecimalValue();
            case VALUE_TRUE, VALUE_FALSE -> parser.getBooleanValue();
            default -> null;
        };
    }

    private static Map<String, @Nullable Object> object(JsonParser parser) {
        Map<String, @Nullable Object> fields = new LinkedHashMap<>();
        for (var name = parser.nextName(); name != null; name = parser.nextName()) {
            fields.put(name, value(parser, parser.nextToken()));
        }
        return fields;
    }

    private static List<@Nullable Object> array(JsonParser parser) {
        List<@Nullable Object> items = new ArrayList<>();
        for (var token = parser.nextToken(); token != JsonToken.END_ARRAY; token = parser.nextToken()) {
            items.add(value(parser, token));
        }
        return items;
    }

    /// Writes a text.
    public static String write(Consumer<JsonGenerator> content) {
        var text = new StringWriter();
        try (var json = FACTORY.createGenerator(ObjectWriteContext.empty(), text)) {
            content.accept(json);
        }
        return text.toString();
    }

    /// Returns a field; null if this is no object or does not have it.
    public Json path(String name) {
        return value instanceof Map<?, ?> fields ? new Json(fields.get(name)) : NULL;
    }

    /// Returns the items; none if this is no array.
    public Stream<Json> items() {
        return value instanceof List<?> items ? items.stream().map(Json::new) : Stream.empty();
    }

    public String text(String otherwise) {
        return value instanceof String text ? text : otherwise;
    }

    public boolean isTrue() {
        return Boolean.TRUE.equals(value);
    }

    boolean isBoolean() {
        return value instanceof Boolean;
    }

    /// Returns the whole number; null if this is none or a larger one.
    public @Nullable Integer integer() {
        return value instanceof Integer number ? number : null;
    }

    public int integer(int otherwise) {
        return value instanceof Integer number ? number : otherwise;
    }
}
