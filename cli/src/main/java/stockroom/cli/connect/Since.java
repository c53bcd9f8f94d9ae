package stockroom.cli.connect;

import java.time.DateTimeException;
import java.time.Duration;
import java.time.Instant;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.OffsetDateTime;
import java.time.ZoneOffset;
import java.util.regex.Pattern;
import picocli.CommandLine.TypeConversionException;

/// A moment in the past, such as `90m`, `2h`, `3d`, `2026-11-16`, `2026-11-16 08:30` or `2026-11-16T08:30:00Z`. A
/// time without a zone is UTC.
public record Since(Instant moment) {
    public static final String DESCRIPTION = "Only items since this time: such as 90m, 2h, 3d or 2026-11-16 (UTC).";

    private static final Pattern LENGTH = Pattern.compile("([0-9]{1,6})([smhd])");

    static Since of(String text, Instant now) {
        return new Since(moment(text, now, -1));
    }

    static Instant moment(String text, Instant now, int direction) {
        var length = LENGTH.matcher(text);
        if (length.matches()) {
            long count = Long.parseLong(length.group(1)) * direction;
            return now.plus(
                    switch (length.group(2)) {
                        case "s" -> Duration.ofSeconds(count);
                        case "m" -> Duration.ofMinutes(count);
                        case "h" -> Duration.ofHours(count);
                        default -> Duration.ofDays(count);
                    });
        }
        var iso = text.strip().replaceFirst(" UTC$", "").replaceFirst("^(\\S+) ", "$1T");
        try {
            if (!iso.contains("T")) {
                return LocalDate.parse(iso).atStartOfDay(ZoneOffset.UTC).toInstant();
            }
            return iso.matches(".*(Z|[+-][0-9]{2}:[0-9]{2})")
                    ? OffsetDateTime.parse(iso).toInstant()
                    : LocalDateTime.parse(iso).toInstant(ZoneOffset.UTC);
        } catch (DateTimeException e) {
            throw new TypeConversionException(
                    "%s (expected: such as 90m, 2h, 3d, 2026-11-16 or '2026-11-16 08:30')".formatted(text));
        }
    }

    public static Since of(String text) {
        return of(text, Instant.now());
    }
}
