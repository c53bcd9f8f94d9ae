package stockroom.support;

import io.micrometer.core.instrument.Counter;
import io.micrometer.core.instrument.MeterRegistry;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.regex.Pattern;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import stockroom.database.Database;
import stockroom.database.DatabaseFailure;
import stockroom.http.FailureListener;
import stockroom.http.Request;
import stockroom.http.failure.Violation;
import stockroom.support.FailedCallStore.FailedCall;

/// Notes failed calls and writes them in the background, in batches. A call that succeeds never comes here;
/// one that fails waits for nothing. Of a flood, each application's latest are kept.
public final class FailedCalls implements FailureListener, AutoCloseable {
    private static final Logger LOG = LoggerFactory.getLogger(FailedCalls.class);
    private static final Duration PAUSE = Duration.ofMillis(500);
    private static final Duration FORGET_EVERY = Duration.ofHours(1);
    private static final int MAX_APPLICATIONS = 2_000;
    private static final int MAX_PER_APPLICATION = 50;
    private static final int MAX_MESSAGE = 1_000;
    private static final Pattern APPID = Pattern.compile("[0-9]{1,18}");
    /// Secrets and tokens are 32 such characters, and some callers put them where they do not belong. What is shown of
    /// a long value may end in the midst of one.
    private static final Pattern LIKE_A_SECRET = Pattern.compile("[0-9A-Fa-f]{16,}|[0-9A-Fa-f]+(?=…)");

    private final FailedCallStore store;
    private final InstantSource clock;
    private final Counter dropped;
    private final Thread writer;
    private final Object lock = new Object();
    private Map<Long, Deque<Noted>> waiting = new HashMap<>();
    private Instant nextForgetting = Instant.MIN;
    private volatile boolean closed;

    private record Noted(String requestId, Instant at, String endpoint, int status, Violation violation) {}

    public FailedCalls(Database database, InstantSource clock, MeterRegistry metrics) {
        this.store = new FailedCallStore(database);
        this.clock = clock;
        this.dropped = Counter.builder("stockroom.failed.calls.dropped")
                .description("failed calls that were too many to be written down")
                .register(metrics);
        this.writer = Thread.ofPlatform().daemon().name("failed-calls").start(this::writeForEver);
    }

    @Override
    public void failed(Request request, String endpoint, int status, List<Violation> violations) {
        var appid = request.headers("appid");
        if (appid.size() != 1 || !APPID.matcher(appid.getFirst()).matches()) {
            return;
        }
        var noted = new Noted(request.id(), clock.instant(), endpoint, status, violations.getFirst());
        var application = Long.valueOf(appid.getFirst());
        synchronized (lock) {
            // unknown appids must not displace those that are here already
            if (waiting.size() >= MAX_APPLICATIONS && !waiting.containsKey(application)) {
                dropped.increment();
                return;
            }
            var calls = waiting.computeIfAbsent(application, _ -> new ArrayDeque<>());
            calls.add(noted);
            if (calls.size() > MAX_PER_APPLICATION) {
                calls.remove();
                dropped.increment();
            }
        }
    }

    private void writeForEver() {
        while (!closed) {
            try {
                Thread.sleep(PAUSE);
            } catch (InterruptedException e) {
                return;
            }
            write();
        }
    }

    private void write() {
        var calls = takeAll();
        try {
            if (!calls.isEmpty()) {
                store.add(calls);
            }
            if (clock.instant().isAfter(nextForgetting)) {
                store.forgetOld();
                nextForgetting = clock.instant().plus(FORGET_EVERY);
            }
        } catch (DatabaseFailure e) {
            dropped.increment(calls.size());
            LOG.warn("{} failed calls could not be written down: the database does not answer", calls.size());
        } catch (RuntimeException e) {
            dropped.increment(calls.size());
            LOG.error("failed calls could not be written down", e);
        }
    }

    private List<FailedCall> takeAll() {
        Map<Long, Deque<Noted>> taken;
        synchronized (lock) {
            taken = waiting;
            waiting = new HashMap<>();
        }
        var calls = new ArrayList<FailedCall>();
        taken.forEach((application, noted) -> noted.forEach(one -> calls.add(call(application, one))));
        return calls;
    }

    private static FailedCall call(long application, Noted noted) {
        var message =
                LIKE_A_SECRET.matcher(noted.violation.text(Locale.ENGLISH)).replaceAll("[redacted]");
        return new FailedCall(
                noted.requestId,
                application,
                noted.at,
                noted.endpoint,
                noted.status,
                noted.violation.message().code(),
                message.substring(0, Math.min(MAX_MESSAGE, message.length())));
    }

    /// Writes what is left.
    @Override
    public void close() {
        closed = true;
        writer.interrupt();
        try {
            writer.join();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
        write();
    }
}
