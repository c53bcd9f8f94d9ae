package stockroom.cli.doctor;

import java.time.DateTimeException;
import java.time.ZonedDateTime;
import java.time.format.DateTimeFormatter;
import java.util.Optional;
import java.util.regex.Pattern;

/// When the server looked at a call.
record Moment(Clock clock, long seconds) {
    private static final Pattern DATE_OF_ANSWER = Pattern.compile("(?im)^< date: (.*)$");

    /// Whose time it is.
    enum Clock {
        /// The server's, in its answer to this very call.
        ANSWER("the server's clock", false),
        /// The server's, asked just now.
        SERVER("the server's clock", true),
        GIVEN("the time of the call", false),
        OURS("this machine's clock", true);

        final String text;
        /// Whether it tells the time now, and not that of the call.
        final boolean isNow;

        Clock(String text, boolean isNow) {
            this.text = text;
            this.isNow = isNow;
        }
    }

    /// Reads the value of a `Date` header.
    static Optional<Moment> of(Clock clock, String date) {
        try {
            var time = ZonedDateTime.parse(date.strip(), DateTimeFormatter.RFC_1123_DATE_TIME);
            return Optional.of(new Moment(clock, time.toEpochSecond()));
        } catch (DateTimeException e) {
            return Optional.empty();
        }
    }

    /// The server's clock in the answer that `curl -v` shows.
    static Optional<Moment> pasted(String text) {
        var dates = DATE_OF_ANSWER.matcher(text).results();
        return dates.flatMap(date -> of(Clock.ANSWER, date.group(1)).stream()).findFirst();
    }
}
