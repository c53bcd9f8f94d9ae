package stockroom.client;

import java.time.DateTimeException;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.time.format.DateTimeFormatter;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.regex.Pattern;

/// The server's clock, as far as it is known: this machine's, and what a refusal taught about it.
final class ServerClock {
    private static final Pattern NUMBER = Pattern.compile("\\d{1,15}");

    private final InstantSource clock;
    private volatile Duration offset = Duration.ZERO;

    ServerClock(InstantSource clock) {
        this.clock = clock;
    }

    long seconds() {
        return clock.instant().plus(offset).getEpochSecond();
    }

    Duration offset() {
        return offset;
    }

    /// Takes over the time of an answer that refused ours. Answers nothing where it does not tell.
    ///
    /// @param signed the timestamp that was refused
    Optional<Duration> correct(long signed, Reply refusal, String message) {
        return inMessage(signed, message)
                .or(() -> refusal.header("Date").flatMap(ServerClock::date))
                .map(server -> {
                    offset = Duration.ofSeconds(server - clock.instant().getEpochSecond());
                    return offset;
                });
    }

    /// The message has our timestamp, how far off it is, and the very clock it was compared with, in whatever
    /// language: that is the number which differs from ours by another one of them. `Date` may be of something in
    /// between.
    private static Optional<Long> inMessage(long signed, String message) {
        List<Long> numbers = new ArrayList<>();
        var found = NUMBER.matcher(message);
        while (found.find()) {
            numbers.add(Long.valueOf(found.group()));
        }
        return numbers.contains(signed)
                ? numbers.stream()
                        .filter(number -> number != signed && numbers.contains(Math.abs(number - signed)))
                        // of a clock and its difference the clock is the larger one
                        .max(Long::compare)
                : Optional.empty();
    }

    private static Optional<Long> date(String header) {
        try {
            return Optional.of(Instant.from(DateTimeFormatter.RFC_1123_DATE_TIME.parse(header))
                    .getEpochSecond());
        } catch (DateTimeException e) {
            return Optional.empty();
        }
    }
}
