package stockroom.support;

import io.micrometer.core.instrument.Counter;
import io.micrometer.core.instrument.MeterRegistry;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.ArrayDeque;
import java.util.Collection;
import java.util.Deque;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.function.Supplier;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import stockroom.database.Database;
import stockroom.database.PeriodicTask;
import stockroom.http.FailureListener;
import stockroom.http.Request;
import stockroom.http.failure.Violation;
import stockroom.support.FailedCallStore.FailedCall;
import stockroom.support.FailedCallStore.Source;

/// Collects failed calls and writes them in the background. Unsigned calls, which anyone can send in an
/// application's name, are queued separately with less room.
public final class FailedCalls implements FailureListener, AutoCloseable {
    private static final Duration PAUSE = Duration.ofMillis(500);
    private static final Duration FORGET_EVERY = Duration.ofHours(1);
    /// Trimming costs more than adding, so more rows than are kept may exist for a while.
    private static final int TRIM_AFTER = 100;
    private static final int MAX_MESSAGE = 1_000;
    private static final Pattern APPID = Pattern.compile("[0-9]{1,18}");
    /// Secrets and tokens are at least this long, and some callers misplace them. An excerpt may cut one short.
    private static final Pattern LIKE_A_SECRET = Pattern.compile("[0-9A-Fa-f]{16,}|[0-9A-Fa-f]+(?=…)");

    private final FailedCallStore store;
    private final int daysKept;
    private final InstantSource clock;
    private final Counter dropped;
    private final PeriodicTask writer;
    private final Backlog signed = new Backlog(2_000, 50);
    private final Backlog unsigned = new Backlog(200, 10);
    private final Map<Source, Integer> added = new HashMap<>();

    private Instant nextForgetting = Instant.MIN;

    private static final class Backlog {
        private final int maxApplications;
        private final int maxPerApplication;
        private Map<Long, Deque<Supplier<FailedCall>>> waiting = new HashMap<>();

        Backlog(int maxApplications, int maxPerApplication) {
            this.maxApplications = maxApplications;
            this.maxPerApplication = maxPerApplication;
        }

        synchronized boolean add(long application, Supplier<FailedCall> call) {
            // unknown appids must not displace applications already here
            if (waiting.size() >= maxApplications && !waiting.containsKey(application)) {
                return false;
            }
            var calls = waiting.computeIfAbsent(application, _ -> new ArrayDeque<>());
            calls.add(call);
            if (calls.size() <= maxPerApplication) {
                return true;
            }
            calls.remove();
            return false;
        }

        synchronized Collection<Deque<Supplier<FailedCall>>> takeAll() {
            var taken = waiting.values();
            waiting = new HashMap<>();
            return taken;
        }
    }

    public FailedCalls(Database database, int daysKept, InstantSource clock, MeterRegistry metrics) {
        this.store = new FailedCallStore(database);
        this.daysKept = daysKept;
        this.clock = clock;
        this.dropped = Counter.builder("stockroom.failed.calls.dropped")
                .description("failed calls that were not stored because there were too many")
                .register(metrics);
        this.writer = PeriodicTask.start("failed-calls", PAUSE, this::write);
    }

    @Override
    public void failed(Request request, String endpoint, int status, List<Violation> violations) {
        var appid = request.headers("appid");
        if (appid.size() != 1 || !APPID.matcher(appid.getFirst()).matches()) {
            return;
        }
        long application = Long.parseLong(appid.getFirst());
        var id = request.id();
        var at = clock.instant();
        boolean isSigned = request.owner().isProven();
        var violation = violations.getFirst();
        long merchant = request.owner().merchant();
        // the text is built when it is written, which most calls of a flood never are
        Supplier<FailedCall> call = () -> new FailedCall(
                id,
                application,
                at,
                isSigned,
                endpoint,
                status,
                violation.message().code(),
                text(violation),
                merchant == 0 ? null : merchant);
        if (!(isSigned ? signed : unsigned).add(application, call)) {
            dropped.increment();
        }
    }

    private void write() {
        var calls = takeAll();
        try {
            if (!calls.isEmpty()) {
                store.add(calls).forEach(this::trimInTime);
            }
            if (clock.instant().isAfter(nextForgetting)) {
                // the rest follows after the next pause
                if (store.forgetSome(daysKept) == 0) {
                    nextForgetting = clock.instant().plus(FORGET_EVERY);
                }
            }
        } catch (RuntimeException e) {
            dropped.increment(calls.size());
            throw e;
        }
    }

    private void trimInTime(Source source, int count) {
        if (added.merge(source, count, Integer::sum) >= TRIM_AFTER) {
            store.trim(source);
            added.remove(source);
        }
    }

    private List<FailedCall> takeAll() {
        return Stream.of(signed, unsigned)
                .flatMap(backlog -> backlog.takeAll().stream())
                .flatMap(calls -> calls.stream().map(Supplier::get))
                .toList();
    }

    private static String text(Violation violation) {
        var text = LIKE_A_SECRET.matcher(violation.text(Locale.ENGLISH)).replaceAll("[redacted]");
        return text.substring(0, Math.min(MAX_MESSAGE, text.length()));
    }

    @Override
    public void close() {
        writer.closeAfterLastRun();
    }
}
