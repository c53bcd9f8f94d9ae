package stockroom.cli.connect;

import java.time.Instant;

/// A moment in the future as people write it: `36h`, `14d` or a time, as [Since] takes them.
public record Deadline(Instant moment) {
    /// Of the option.
    public static final String EXPIRES_BEFORE =
            "Only active ones that expire until then: such as 36h, 14d or 2026-12-01 (UTC).";

    public static Deadline of(String text) {
        return new Deadline(Since.moment(text, Instant.now(), 1));
    }

    /// As the admin interface takes it.
    @Override
    public String toString() {
        return moment.toString();
    }
}
