package stockroom.database;

import java.time.Duration;
import java.util.function.LongSupplier;

/// The time that the current thread's caller still waits. It is bound once per request and limits every wait: for a
/// turn, a connection, a batch of reads, a statement.
public final class Deadline {
    private static final ScopedValue<LongSupplier> NANOS_LEFT = ScopedValue.newInstance();

    private Deadline() {}

    /// Runs the work with a deadline. `nanosLeft` is asked before each wait and returns 0 or less once the time is
    /// up.
    public static <T, X extends Throwable> T within(LongSupplier nanosLeft, ScopedValue.CallableOp<T, X> work)
            throws X {
        return ScopedValue.where(NANOS_LEFT, nanosLeft).call(work);
    }

    /// Returns the time left in nanoseconds, at most `limit`. Without a deadline that is `limit`.
    public static long nanosLeft(Duration limit) {
        return NANOS_LEFT.isBound() ? Math.min(NANOS_LEFT.get().getAsLong(), limit.toNanos()) : limit.toNanos();
    }
}
