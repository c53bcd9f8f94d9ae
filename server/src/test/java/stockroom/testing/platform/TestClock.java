package stockroom.testing.platform;

import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;

/// Runs as the server's clock, but tests can move it. It is the only part of the tests that is not real.
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
