package stockroom.http;

import java.util.Collection;
import java.util.List;
import java.util.Optional;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;
import stockroom.http.failure.Excerpt;
import stockroom.http.failure.Message;
import stockroom.http.failure.Violations;
import stockroom.http.input.InputMessage;
import stockroom.http.input.Json;
import stockroom.http.input.Texts;
import stockroom.http.input.ValueMessage;
import tools.jackson.databind.JsonNode;

/// The fields of an operator's JSON object. Violations are collected; [#finish] throws them all, and until it has been
/// called values may be placeholders.
public final class Fields {
    public static final long MAX_ID = 999_999_999_999_999_999L;
    private static final int MAX_NAME = 128;

    private final JsonNode object;
    private final String prefix;
    private final Violations violations;

    private Fields(JsonNode object, String prefix, Violations violations, List<String> known) {
        this.object = object;
        this.prefix = prefix;
        this.violations = violations;
        for (var name : object.propertyNames()) {
            if (!known.contains(name)) {
                violations.add(
                        prefix + name, ValueMessage.FIELD_UNKNOWN, Excerpt.of(prefix + name), String.join(", ", known));
            }
        }
    }

    public static Fields of(Request request, String... known) {
        request.requireContentType("application/json");
        return new Fields(Json.object(request.body()), "", new Violations(), List.of(known));
    }

    /// For changes: at least one of the known fields is given.
    public static Fields ofChange(Request request, String... known) {
        var fields = of(request, known);
        if (fields.object.isEmpty()) {
            fields.violations.add("", ValueMessage.FIELDS_NONE, String.join(", ", known));
        }
        return fields;
    }

    /// An object inside; empty when it is absent.
    public Optional<Fields> object(String name, String... known) {
        var value = object.get(name);
        if (value == null) {
            return Optional.empty();
        }
        if (!value.isObject()) {
            violations.add(prefix + name, InputMessage.OBJECT_EXPECTED, Excerpt.of(value.toString()));
            return Optional.empty();
        }
        return Optional.of(new Fields(value, prefix + name + ".", violations, List.of(known)));
    }

    public void missing(String name) {
        violations.add(prefix + name, InputMessage.FIELD_MISSING, prefix + name);
    }

    public void require(String name) {
        if (!object.has(name)) {
            missing(name);
        }
    }

    /// A name that must also fit.
    public Optional<String> optionalName(String name, Pattern pattern, Message otherwise) {
        var value = optionalName(name);
        if (value.isPresent() && !pattern.matcher(value.get()).matches()) {
            violations.add(prefix + name, otherwise, prefix + name, Excerpt.of(value.get()));
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
        var value = object.get(name);
        if (value == null) {
            return Optional.empty();
        }
        var text = value.isString() ? Texts.fitting(value.asString(), longest) : Optional.<String>empty();
        if (text.isEmpty() || text.get().isEmpty()) {
            violations.add(prefix + name, ValueMessage.VALUE_NOT_TEXT, prefix + name, shown(value), 1, longest);
            return Optional.empty();
        }
        return text;
    }

    public String choice(String name, Collection<String> choices) {
        var value = object.get(name);
        if (value == null) {
            missing(name);
            return "";
        }
        if (!value.isString() || !choices.contains(value.asString())) {
            violations.add(
                    prefix + name,
                    ValueMessage.VALUE_NOT_CHOICE,
                    prefix + name,
                    shown(value),
                    String.join(", ", choices));
            return "";
        }
        return value.asString();
    }

    public Optional<Boolean> flag(String name) {
        var value = object.get(name);
        if (value == null) {
            return Optional.empty();
        }
        if (!value.isBoolean()) {
            violations.add(prefix + name, ValueMessage.VALUE_NOT_FLAG, prefix + name, shown(value));
            return Optional.empty();
        }
        return Optional.of(value.booleanValue());
    }

    public long id(String name) {
        require(name);
        return number(name, 1, MAX_ID).orElse(1L);
    }

    public Optional<Long> number(String name, long from, long to) {
        var value = object.get(name);
        if (value == null) {
            return Optional.empty();
        }
        if (!value.isIntegralNumber()
                || !value.canConvertToLong()
                || value.longValue() < from
                || value.longValue() > to) {
            violations.add(prefix + name, ValueMessage.VALUE_NOT_NUMBER, prefix + name, shown(value), from, to);
            return Optional.empty();
        }
        return Optional.of(value.longValue());
    }

    public void finish() {
        violations.throwIfAny();
    }

    private static String shown(@Nullable JsonNode value) {
        return value == null ? "" : Excerpt.of(value.toString());
    }
}
