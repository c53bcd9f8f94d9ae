package stockroom.http.log;

import io.micrometer.core.instrument.Counter;
import io.micrometer.core.instrument.MeterRegistry;
import java.util.Arrays;
import java.util.HashSet;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import stockroom.share.Owner;

/// Logs errors of calls. An outage makes every call fail for the same reason, so each cause gets one stack
/// trace a second. [LogThrottle] limits the other lines.
public final class ErrorLog {
    public static final String DROPPED = "stockroom.log.dropped";

    public static final String DROPPED_DESCRIPTION = "log lines that were not written";

    private static final Logger LOG = LoggerFactory.getLogger(ErrorLog.class);
    private static final int MAX_TRACES = 20;

    private final LogThrottle lines = new LogThrottle();
    private final Counter dropped;
    private final Set<Cause> traced = new HashSet<>();
    private long second;

    /// Causes differ by the innermost exception and the place in our code it came from.
    private record Cause(Class<?> type, Optional<StackTraceElement> at) {
        static Cause of(Throwable thrown) {
            var innermost = thrown;
            while (innermost.getCause() != null) {
                innermost = innermost.getCause();
            }
            return new Cause(
                    innermost.getClass(),
                    Arrays.stream(innermost.getStackTrace())
                            .filter(frame -> frame.getClassName().startsWith("stockroom."))
                            .findFirst());
        }
    }

    public ErrorLog(MeterRegistry metrics) {
        this.dropped = Counter.builder(DROPPED)
                .tag("reason", "repeated")
                .description(DROPPED_DESCRIPTION)
                .register(metrics);
    }

    public void log(String message, @Nullable Throwable cause, String requestId, Owner caller) {
        long now = System.nanoTime();
        boolean trace = cause != null && isFirst(Cause.of(cause), now);
        var next = trace ? LogThrottle.Next.WRITE : lines.next(now);
        if (next == LogThrottle.Next.LEAVE_OUT) {
            dropped.increment();
            return;
        }
        CallerFields.add(LOG.atError(), caller)
                .setCause(trace ? cause : null)
                .addKeyValue("requestId", requestId)
                .log(
                        next == LogThrottle.Next.WRITE_LAST
                                ? message + "; further errors in this second are left out of the log"
                                : message);
    }

    private synchronized boolean isFirst(Cause cause, long nanoTime) {
        long now = nanoTime / 1_000_000_000;
        if (now != second) {
            second = now;
            traced.clear();
        }
        return traced.size() < MAX_TRACES && traced.add(cause);
    }
}
