package stockroom.admin;

import java.util.Collection;
import java.util.List;
import java.util.Optional;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;
import stockroom.catalog.Texts;
import stockroom.http.Faults;
import stockroom.http.Json;
import stockroom.http.Message;
import stockroom.http.Request;
import stockroom.http.Shown;
import tools.jackson.databind.JsonNode;

/// The fields of an operator's JSON object. Faults are collected; [#finish] throws them all, and until it has been
/// called values may be placeholders.
final class Fields {
    static final long MOST_ID = 999_999_999_999_999_999L;
    private static final int LONGEST_NAME = 128;
    /// Spaces of every script, as the description's pattern means them.
    private static final Pattern STORE_URL = Pattern.compile("[^\\s/]+", Pattern.UNICODE_CHARACTER_CLASS);

    private final JsonNode object;
    private final String prefix;
    private final Faults faults;

    private Fields(JsonNode object, String prefix, Faults faults, List<String> known) {
        this.object = object;
        this.prefix = prefix;
        this.faults = faults;
        for (var name : object.propertyNames()) {
            if (!known.contains(name)) {
                faults.add(prefix + name, Message.FIELD_UNKNOWN, Shown.of(prefix + name), String.join(", ", known));
            }
        }
    }

    static Fields of(Request request, String... known) {
        request.requireContentType("application/json");
        return new Fields(Json.object(request.body()), "", new Faults(), List.of(known));
    }

    /// For changes: at least one of the known fields is given.
    static Fields ofChange(Request request, String... known) {
        var fields = of(request, known);
        if (fields.object.isEmpty()) {
            fields.faults.add("", Message.FIELDS_NONE, String.join(", ", known));
        }
        return fields;
    }

    /// An object inside; empty when it is absent.
    Optional<Fields> object(String name, String... known) {
        var value = object.get(name);
        if (value == null) {
            return Optional.empty();
        }
        if (!value.isObject()) {
            faults.add(prefix + name, Message.OBJECT_EXPECTED, Shown.of(value.toString()));
            return Optional.empty();
        }
        return Optional.of(new Fields(value, prefix + name + ".", faults, List.of(known)));
    }

    void missing(String name) {
        faults.add(prefix + name, Message.FIELD_MISSING, prefix + name);
    }

    void require(String name) {
        if (!object.has(name)) {
            missing(name);
        }
    }

    /// It becomes a part of addresses: no spaces, no slashes.
    Optional<String> storeUrl() {
        var value = optionalName("storeUrl");
        if (value.isPresent() && !STORE_URL.matcher(value.get()).matches()) {
            faults.add("storeUrl", Message.STORE_URL_INVALID, "storeUrl", Shown.of(value.get()));
        }
        return value;
    }

    String name(String name) {
        return text(name, LONGEST_NAME);
    }

    String text(String name, int longest) {
        require(name);
        return optionalText(name, longest).orElse("");
    }

    Optional<String> optionalName(String name) {
        return optionalText(name, LONGEST_NAME);
    }

    Optional<String> optionalText(String name, int longest) {
        var value = object.get(name);
        if (value == null) {
            return Optional.empty();
        }
        var text = value.isString() ? Texts.fitting(value.asString(), longest) : Optional.<String>empty();
        if (text.isEmpty() || text.get().isEmpty()) {
            faults.add(prefix + name, Message.VALUE_NOT_TEXT, prefix + name, shown(value), 1, longest);
            return Optional.empty();
        }
        return text;
    }

    String choice(String name, Collection<String> choices) {
        var value = object.get(name);
        if (value == null) {
            missing(name);
            return "";
        }
        if (!value.isString() || !choices.contains(value.asString())) {
            faults.add(
                    prefix + name, Message.VALUE_NOT_CHOICE, prefix + name, shown(value), String.join(", ", choices));
            return "";
        }
        return value.asString();
    }

    Optional<Boolean> flag(String name) {
        var value = object.get(name);
        if (value == null) {
            return Optional.empty();
        }
        if (!value.isBoolean()) {
            faults.add(prefix + name, Message.VALUE_NOT_FLAG, prefix + name, shown(value));
            return Optional.empty();
        }
        return Optional.of(value.booleanValue());
    }

    long id(String name) {
        require(name);
        return number(name, 1, MOST_ID).orElse(1L);
    }

    Optional<Long> number(String name, long from, long to) {
        var value = object.get(name);
        if (value == null) {
            return Optional.empty();
        }
        if (!value.isIntegralNumber()
                || !value.canConvertToLong()
                || value.longValue() < from
                || value.longValue() > to) {
            faults.add(prefix + name, Message.VALUE_NOT_NUMBER, prefix + name, shown(value), from, to);
            return Optional.empty();
        }
        return Optional.of(value.longValue());
    }

    void finish() {
        faults.throwIfAny();
    }

    private static String shown(@Nullable JsonNode value) {
        return value == null ? "" : Shown.of(value.toString());
    }
}
