package stockroom.testing;

import java.time.Duration;
import java.util.function.BooleanSupplier;

/// Waits for what happens behind a caller's back.
public final class Eventually {
    private static final Duration MOST = Duration.ofSeconds(3);

    private Eventually() {}

    /// Within three seconds.
    public static void isTrue(BooleanSupplier condition) {
        long until = System.nanoTime() + MOST.toNanos();
        while (!condition.getAsBoolean()) {
            if (System.nanoTime() > until) {
                throw new AssertionError("not so after %d s".formatted(MOST.toSeconds()));
            }
            try {
                Thread.sleep(20);
            } catch (InterruptedException e) {
                throw new IllegalStateException(e);
            }
        }
    }
}
