package stockroom.admin.input;

import java.util.Collection;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import stockroom.http.Request;
import stockroom.http.failure.Excerpt;
import stockroom.http.failure.Failure;
import stockroom.http.failure.Message;
import stockroom.http.failure.Violations;
import stockroom.http.input.FieldNames;
import stockroom.http.input.InputMessage;
import stockroom.http.input.JsonReader;
import stockroom.http.input.Place;
import stockroom.http.input.Texts;
import stockroom.http.input.ValueMessage;
import tools.jackson.core.JsonToken;
import tools.jackson.databind.JsonNode;

/// Until [#finish] throws all violations, values may be placeholders.
public final class Fields {
    public static final long MAX_ID = 999_999_999_999_999_999L;
    public static final int MAX_NAME = 128;

    private final Map<String, JsonNode> values = new HashMap<>();
    private final Place place;
    private final Violations violations;

    private Fields(JsonReader reader, FieldNames known, Place place, Violations violations) {
        this.place = place;
        this.violations = violations;
        reader.fields(known, place, (name, _) -> values.put(name, reader.tree()));
    }

    public static Fields of(Request request, String... known) {
        request.requireContentType("application/json");
        return request.read(body -> of(body, known));
    }

    private static Fields of(byte[] body, String... known) {
        var violations = new Violations();
        return JsonReader.readStrictly(body, violations, reader -> {
            if (reader.token() != JsonToken.START_OBJECT) {
                var given = reader.token() == null ? "" : shown(reader.tree());
                throw Failure.badRequest(InputMessage.BODY_NOT_OBJECT, given);
            }
            return new Fields(reader, FieldNames.exactly(known), Place.BODY, violations);
        });
    }

    public static Fields ofChange(Request request, String... known) {
        var fields = of(request, known);
        if (fields.values.isEmpty() && fields.violations.all().isEmpty()) {
            fields.violations.add("", ValueMessage.FIELDS_NONE, String.join(", ", known));
        }
        return fields;
    }

    public Optional<Fields> object(String name, String... known) {
        var value = values.get(name);
        if (value == null) {
            return Optional.empty();
        }
        if (!value.isObject()) {
            violations.add(place.field(name), InputMessage.OBJECT_EXPECTED, shown(value));
            return Optional.empty();
        }
        var reader = JsonReader.of(value, violations);
        return Optional.of(new Fields(reader, FieldNames.exactly(known), place.field(name), violations));
    }

    public void missing(String name) {
        violations.add(place.field(name), InputMessage.FIELD_MISSING, place.field(name));
    }

    public void require(String name) {
        if (!values.containsKey(name)) {
            missing(name);
        }
    }

    public Optional<String> optionalName(String name, Pattern pattern, Message otherwise) {
        var value = optionalName(name);
        if (value.isPresent() && !pattern.matcher(value.get()).matches()) {
            violations.add(place.field(name), otherwise, place.field(name), Excerpt.of(value.get()));
        }
        return value;
    }

    public String name(String name) {
        return text(name, MAX_NAME);
    }

    public String text(String name, int longest) {
        require(name);
        return optionalText(name, longest).orElse("");
    }

    public Optional<String> optionalName(String name) {
        return optionalText(name, MAX_NAME);
    }

    public Optional<String> optionalText(String name, int longest) {
        var text = value(name)
                .filter(JsonNode::isString)
                .flatMap(value -> Texts.fitting(value.asString(), longest))
                .filter(fitting -> !fitting.isEmpty());
        return orRefuse(text, name, ValueMessage.VALUE_NOT_TEXT, 1, longest);
    }

    public String choice(String name, Collection<String> choices) {
        require(name);
        var text = value(name).filter(JsonNode::isString).map(JsonNode::asString);
        return orRefuse(text.filter(choices::contains), name, ValueMessage.VALUE_NOT_CHOICE, String.join(", ", choices))
                .orElse("");
    }

    public Optional<Boolean> flag(String name) {
        var flag = value(name).filter(JsonNode::isBoolean).map(JsonNode::booleanValue);
        return orRefuse(flag, name, ValueMessage.VALUE_NOT_FLAG);
    }

    public long id(String name) {
        require(name);
        return number(name, 1, MAX_ID).orElse(1L);
    }

    public Optional<Long> number(String name, long from, long to) {
        var number = value(name)
                .filter(value -> value.isIntegralNumber() && value.canConvertToLong())
                .map(JsonNode::longValue)
                .filter(value -> value >= from && value <= to);
        return orRefuse(number, name, ValueMessage.VALUE_NOT_NUMBER, from, to);
    }

    private Optional<JsonNode> value(String name) {
        return Optional.ofNullable(values.get(name));
    }

    private <T> Optional<T> orRefuse(Optional<T> valid, String name, Message otherwise, Object... expected) {
        var value = values.get(name);
        if (valid.isEmpty() && value != null) {
            var said = Stream.concat(Stream.of(place.field(name), shown(value)), Stream.of(expected));
            violations.add(place.field(name), otherwise, said.toArray());
        }
        return valid;
    }

    public void finish() {
        violations.throwIfAny();
    }

    private static String shown(JsonNode value) {
        return Excerpt.of(value.toString());
    }
}
