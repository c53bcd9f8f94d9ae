package stockroom.database;

import java.time.Duration;
import java.util.function.LongSupplier;

/// How long the caller of this thread still waits for an answer. It is bound once for a request, and every wait below
/// it ends in time: for a turn, a connection, a batch of reads, a statement.
public final class Deadline {
    private static final ScopedValue<LongSupplier> NANOS_LEFT = ScopedValue.newInstance();

    private Deadline() {}

    /// Runs the work with a deadline.
    ///
    /// @param nanosLeft asked before each wait; not positive once the time is up
    public static <T, X extends Throwable> T within(LongSupplier nanosLeft, ScopedValue.CallableOp<T, X> work)
            throws X {
        return ScopedValue.where(NANOS_LEFT, nanosLeft).call(work);
    }

    /// The time left, but no more than `limit`, in nanoseconds; work that nobody waits for has all of `limit`.
    public static long nanosLeft(Duration limit) {
        return NANOS_LEFT.isBound() ? Math.min(NANOS_LEFT.get().getAsLong(), limit.toNanos()) : limit.toNanos();
    }
}
