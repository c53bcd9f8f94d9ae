package stockroom.testing.platform;

import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;

/// The server's clock, the only thing in our tests that is not real: it runs, but can be moved.
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
