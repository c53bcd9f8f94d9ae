package stockroom.database;

import java.time.Duration;
import java.util.function.LongSupplier;

/// Holds the time that the current thread's caller still waits. It is bound once per request.
public final class Deadline {
    private static final ScopedValue<LongSupplier> NANOS_LEFT = ScopedValue.newInstance();

    private Deadline() {}

    /// `nanosLeft` returns 0 or less once the time is up.
    public static <T, X extends Throwable> T within(LongSupplier nanosLeft, ScopedValue.CallableOp<T, X> work)
            throws X {
        return ScopedValue.where(NANOS_LEFT, nanosLeft).call(work);
    }

    /// Returns at most `limit`, and `limit` if there is no deadline.
    public static long nanosLeft(Duration limit) {
        return NANOS_LEFT.isBound() ? Math.min(NANOS_LEFT.get().getAsLong(), limit.toNanos()) : limit.toNanos();
    }
}
