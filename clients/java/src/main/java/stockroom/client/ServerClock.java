package stockroom.client;

import java.time.DateTimeException;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.time.format.DateTimeFormatter;
import java.util.Optional;

/// The server's clock, as far as it is known: this machine's, and what a refusal taught about it.
final class ServerClock {
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

    /// Takes over the time of an answer that refused ours: its `Date`, in whole seconds as timestamps are. Answers
    /// nothing where something in between has taken that out.
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
