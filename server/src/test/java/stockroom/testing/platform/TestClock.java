package stockroom.testing.platform;

import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;

/// The server's clock, which tests can move. It is the only fake part of the tests.
public final class TestClock implements InstantSource {
    private volatile Duration offset = Duration.ZERO;

    @Override
    public Instant instant() {
        return Instant.now().plus(offset);
    }

    public void move(Duration by) {
        offset = offset.plus(by);
    }
}
