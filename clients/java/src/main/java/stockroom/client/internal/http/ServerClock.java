package stockroom.client.internal.http;

import java.time.DateTimeException;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.time.format.DateTimeFormatter;
import java.util.Optional;

/// This machine's clock, corrected by an offset once the server has refused a timestamp.
public final class ServerClock {
    private final InstantSource clock;
    private volatile Duration offset = Duration.ZERO;

    public ServerClock(InstantSource clock) {
        this.clock = clock;
    }

    long seconds() {
        return clock.instant().plus(offset).getEpochSecond();
    }

    Duration offset() {
        return offset;
    }

    /// Sets the clock by the `Date` of the refusal. Returns the new offset if the date is readable.
    Optional<Duration> correct(Reply refusal) {
        return refusal.header("Date").flatMap(ServerClock::date).map(server -> {
            offset = Duration.ofSeconds(server - clock.instant().getEpochSecond());
            return offset;
        });
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
