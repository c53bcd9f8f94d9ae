package stockroom.admin.input;

import java.net.URLDecoder;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.time.OffsetDateTime;
import java.time.format.DateTimeParseException;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import stockroom.http.Request;
import stockroom.http.ResourceMessage;
import stockroom.http.bounds.AddressBlock;
import stockroom.http.failure.Excerpt;
import stockroom.http.failure.Failure;
import stockroom.http.input.Texts;
import stockroom.http.input.ValueMessage;

public final class PathIds {
    private static final int MAX_YEAR = 9_999;

    private PathIds() {}

    public static long number(Request request, String name) {
        return number(name, request.pathValue(name), Fields.MAX_ID);
    }

    public static int product(Request request) {
        return (int) number("product", request.pathValue("product"), Integer.MAX_VALUE);
    }

    public static String hex(Request request, String name) {
        var value = request.pathValue(name);
        if (!value.matches("[0-9a-f]{16}")) {
            throw Failure.badRequest(name, ValueMessage.VALUE_NOT_ID, name, Excerpt.of(value), 16);
        }
        return value;
    }

    public static AddressBlock addressBlock(Request request, String name) {
        var value = request.pathValue(name);
        return decoded(value)
                .flatMap(AddressBlock::parse)
                .orElseThrow(() -> Failure.badRequest(name, ValueMessage.VALUE_NOT_ADDRESS, name, Excerpt.of(value)));
    }

    /// Callers may send colons as they are or percent-encoded.
    private static Optional<String> decoded(String value) {
        try {
            return Optional.of(URLDecoder.decode(value, StandardCharsets.UTF_8));
        } catch (IllegalArgumentException e) {
            return Optional.empty();
        }
    }

    public static long number(String name, String value, long most) {
        if (!value.matches("[0-9]{1,18}") || Long.parseLong(value) < 1 || Long.parseLong(value) > most) {
            throw Failure.badRequest(name, ValueMessage.VALUE_NOT_NUMBER, name, Excerpt.of(value), 1, most);
        }
        return Long.parseLong(value);
    }

    public static Optional<Long> filter(Request request, String name) {
        long most = name.equals("product") ? Integer.MAX_VALUE : Fields.MAX_ID;
        return request.query().text(name).map(value -> number(name, value, most));
    }

    public static Optional<String> textFilter(Request request, String name, int most) {
        return request.query()
                .text(name.toLowerCase(Locale.ROOT))
                .map(text -> Texts.fitting(text, most)
                        .orElseThrow(() -> Failure.badRequest(
                                name, ValueMessage.VALUE_NOT_TEXT, name, Excerpt.of(text), 1, most)));
    }

    public static Optional<Instant> timeFilter(Request request, String name) {
        return request.query()
                .text(name.toLowerCase(Locale.ROOT))
                .map(text -> time(text)
                        .orElseThrow(
                                () -> Failure.badRequest(name, ValueMessage.VALUE_NOT_TIME, name, Excerpt.of(text))));
    }

    /// A plus is read as a space if the query does not encode it.
    private static Optional<Instant> time(String text) {
        try {
            var time = OffsetDateTime.parse(text.replace(' ', '+'));
            return time.getYear() < 0 || time.getYear() > MAX_YEAR ? Optional.empty() : Optional.of(time.toInstant());
        } catch (DateTimeParseException e) {
            return Optional.empty();
        }
    }

    public static String search(Request request) {
        return textFilter(request, "search", Fields.MAX_NAME).orElse("");
    }

    public static Optional<String> choiceFilter(Request request, String name, List<String> choices) {
        var given = request.query().text(name.toLowerCase(Locale.ROOT));
        given.filter(text -> !choices.contains(text)).ifPresent(text -> {
            throw Failure.badRequest(
                    name, ValueMessage.VALUE_NOT_CHOICE, name, Excerpt.of(text), String.join(", ", choices));
        });
        return given;
    }

    public static <T> T found(Optional<T> found, String what, Object id) {
        return found.orElseThrow(() -> notFound(what, id));
    }

    public static Failure notFound(String what, Object id) {
        return Failure.refused(404, ResourceMessage.NOT_FOUND, what + " " + id);
    }
}
