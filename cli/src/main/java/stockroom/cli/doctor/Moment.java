package stockroom.cli.doctor;

import java.time.DateTimeException;
import java.time.ZonedDateTime;
import java.time.format.DateTimeFormatter;
import java.util.Optional;
import java.util.regex.Pattern;

/// The time against which a call's timestamp is checked.
record Moment(Clock clock, long seconds) {
    private static final Pattern DATE_OF_ANSWER = Pattern.compile("(?im)^< date: (.*)$");

    enum Clock {
        /// The time in the server's response to this call.
        ANSWER("the server's clock", false),
        /// The server's clock, read just now.
        SERVER("the server's clock", true),
        GIVEN("the time of the call", false),
        OURS("this machine's clock", true);

        final String text;
        /// Whether the clock shows the present and not the time of the call.
        final boolean isNow;

        Clock(String text, boolean isNow) {
            this.text = text;
            this.isNow = isNow;
        }
    }

    static Optional<Moment> of(Clock clock, String date) {
        try {
            var time = ZonedDateTime.parse(date.strip(), DateTimeFormatter.RFC_1123_DATE_TIME);
            return Optional.of(new Moment(clock, time.toEpochSecond()));
        } catch (DateTimeException e) {
            return Optional.empty();
        }
    }

    /// Reads the server's clock from the output of `curl -v`.
    static Optional<Moment> pasted(String text) {
        var dates = DATE_OF_ANSWER.matcher(text).results();
        return dates.flatMap(date -> of(Clock.ANSWER, date.group(1)).stream()).findFirst();
    }
}
