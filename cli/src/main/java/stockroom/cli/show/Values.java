package stockroom.cli.show;

import java.time.DateTimeException;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.Locale;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import tools.jackson.databind.JsonNode;

public final class Values {
    private static final DateTimeFormatter SECOND =
            DateTimeFormatter.ofPattern("yyyy-MM-dd HH:mm:ss 'UTC'").withZone(ZoneOffset.UTC);

    private Values() {}

    /// Formats as `2026-11-15 03:21:07 UTC`.
    public static String time(JsonNode value) {
        if (!value.isString()) {
            return "-";
        }
        try {
            return SECOND.format(Instant.parse(value.asString()));
        } catch (DateTimeException e) {
            return Text.plain(value.asString());
        }
    }

    /// Formats as `3 d ago` or `in 14 min`.
    static String age(JsonNode value, Instant now) {
        try {
            var age = Duration.between(Instant.parse(value.asString("")), now);
            var text = whole(age.abs());
            return age.isNegative() ? "in " + text : text + " ago";
        } catch (DateTimeException e) {
            return time(value);
        }
    }

    private static String whole(Duration age) {
        if (age.toMinutes() == 0) {
            return age.toSeconds() + " s";
        }
        if (age.toHours() == 0) {
            return age.toMinutes() + " min";
        }
        return age.toDays() < 2 ? age.toHours() + " h" : age.toDays() + " d";
    }

    /// Formats as `1,234,567`.
    public static String count(long number) {
        return String.format(Locale.ROOT, "%,d", number);
    }

    /// Formats as `12.3`.
    public static String seconds(Duration duration) {
        return String.format(Locale.ROOT, "%.1f", duration.toMillis() / 1000.0);
    }

    /// Formats as `0:07`, `12:34` or `1:02:03`.
    public static String clock(Duration duration) {
        return duration.toHours() > 0
                ? "%d:%02d:%02d".formatted(duration.toHours(), duration.toMinutesPart(), duration.toSecondsPart())
                : "%d:%02d".formatted(duration.toMinutes(), duration.toSecondsPart());
    }

    /// Formats any value on one line; `-` stands for none.
    public static String of(JsonNode value) {
        if (value.isNull() || value.isMissingNode()) {
            return "-";
        }
        if (value.isBoolean()) {
            return value.asBoolean() ? "yes" : "no";
        }
        if (value.isObject()) {
            return value.properties().stream()
                    .map(field -> label(field.getKey()) + " " + named(field.getKey(), field.getValue()))
                    .collect(Collectors.joining(", "));
        }
        if (value.isArray()) {
            return value.isEmpty() ? "-" : value.valueStream().map(Values::of).collect(Collectors.joining("; "));
        }
        return value.asString().isEmpty() ? "-" : Text.plain(value.asString());
    }

    public static Object[] each(JsonNode thing, String... fields) {
        return Stream.of(fields).map(field -> named(field, thing.path(field))).toArray();
    }

    /// Turns `openCatalogue` into "open catalogue".
    static String label(String field) {
        return field.replaceAll("(?<=[a-z])(?=[A-Z])", " ").toLowerCase(Locale.ROOT);
    }

    /// Formats fields named `at` or `…At` as times, and others as [#of] does.
    static String named(String field, JsonNode value) {
        return field.equals("at") || field.endsWith("At") ? time(value) : of(value);
    }
}
