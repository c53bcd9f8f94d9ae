package stockroom.cli.connect;

import java.time.Instant;

/// A moment in the future, such as `36h` or `14d`, or a time in the forms of [Since].
public record Deadline(Instant moment) {
    public static final String EXPIRES_BEFORE =
            "Only active tokens that expire before this time: such as 36h, 14d or 2026-12-01 (UTC).";

    public static Deadline of(String text) {
        return new Deadline(Since.moment(text, Instant.now(), 1));
    }

    /// Formats the moment as the admin API takes it.
    @Override
    public String toString() {
        return moment.toString();
    }
}
