package stockroom.database.clock;

import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.MeterRegistry;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import stockroom.database.Database;
import stockroom.database.PeriodicTask;
import stockroom.database.clock.ClockStore.SuspectInterval;

/// Compares the clocks of database and node with each other and with the monotonic clock (docs/decisions/0028).
/// All nodes together record how long no clock was suspect. Expired data is deleted only after a day of that.
public final class ClockWatch implements AutoCloseable {
    private static final Logger LOG = LoggerFactory.getLogger(ClockWatch.class);
    public static final Duration EVERY = Duration.ofMinutes(1);
    /// Limits how far clocks may differ or move and how long they may stay unwatched, as in `trusted_time`.
    private static final Duration TOLERANCE = Duration.ofMinutes(5);
    /// A move is reported for this long.
    private static final Duration SHOWN = Duration.ofHours(1);
    /// A longer reading is useless, since the process was suspended meanwhile.
    private static final Duration MAX_TIME = Duration.ofSeconds(30);

    private final ClockStore store;
    private final InstantSource clock;
    private final PeriodicTask task;
    private volatile @Nullable List<SuspectInterval> intervals;
    private volatile double secondsWatched = Double.NaN;
    private volatile boolean suspect;
    private volatile Optional<Long> shownUntil = Optional.empty();
    private volatile Map<String, Reading> readings = Map.of();

    public ClockWatch(Database database, InstantSource clock, Duration every, MeterRegistry metrics) {
        this.store = new ClockStore(database);
        this.clock = clock;
        Gauge.builder("stockroom.clock.suspect", this, watch -> watch.isShown() ? 1 : 0)
                .description(
                        "1 while a clock of the database and the node's differ or one has jumped, and an hour longer")
                .register(metrics);
        Gauge.builder("stockroom.clock.watched", this, watch -> watch.secondsWatched)
                .description("seconds without a suspect clock; below 86,400 nothing is deleted by its age")
                .baseUnit("seconds")
                .register(metrics);
        this.task = PeriodicTask.start("clocks", every, this::read);
        task.run();
    }

    private record Reading(Instant database, Instant node, long nanos) {
        Duration since(Reading before) {
            return Duration.ofNanos(nanos - before.nanos);
        }

        boolean differs() {
            return isFar(database, node);
        }

        boolean hasMoved(Reading before) {
            return isFar(database, before.database.plus(since(before))) || isFar(node, before.node.plus(since(before)));
        }
    }

    private static boolean isFar(Instant one, Instant other) {
        return Duration.between(one, other).abs().compareTo(TOLERANCE) > 0;
    }

    /// If this fails, no expired data is deleted.
    synchronized void read() {
        if (intervals == null) {
            intervals = store.intervals();
        }
        long begun = System.nanoTime();
        var times = store.times();
        var node = clock.instant();
        long nanos = System.nanoTime();
        if (nanos - begun > MAX_TIME.toNanos()) {
            return;
        }
        var now = new HashMap<String, Reading>();
        var found = new ArrayList<SuspectInterval>();
        times.forEach((name, time) -> {
            var reading = new Reading(time, node, nanos);
            now.put(name, reading);
            found.addAll(suspected(readings.get(name), reading));
        });
        var own = Objects.requireNonNull(now.get(""));
        var before = readings.get("");
        if (!found.isEmpty()) {
            store.suspect(own.database, found);
        } else if (before != null) {
            store.watched(own.database, own.since(before), TOLERANCE);
        }
        readings = now;
        tell(!found.isEmpty(), times, node);
        intervals = store.intervals();
        secondsWatched = store.secondsWatched();
    }

    private List<SuspectInterval> suspected(@Nullable Reading before, Reading now) {
        if (before == null) {
            return now.differs() ? List.of(new SuspectInterval(now.database, now.database, now.database)) : List.of();
        }
        if (!now.differs() && !now.hasMoved(before)) {
            return List.of();
        }
        var latestBefore = before.database.plus(now.since(before));
        if (!isFar(now.database, latestBefore)) {
            // Only the node's clock is wrong.
            return List.of(SuspectInterval.between(before.database, now.database));
        }
        // The database's clock jumped at an unknown time between the readings.
        var earliestNow = now.database.minus(now.since(before));
        if (now.database.isAfter(latestBefore)) {
            return List.of(
                    new SuspectInterval(before.database, latestBefore, before.database),
                    new SuspectInterval(earliestNow, now.database, before.database));
        }
        // It jumped back, either from a known jump ahead or to times that had already been used.
        return jumpOver(earliestNow, before.database)
                .map(jump -> List.of(
                        new SuspectInterval(jump.since(), latestBefore, jump.madeSince()),
                        new SuspectInterval(earliestNow, now.database, earliestNow)))
                .orElseGet(() -> List.of(new SuspectInterval(earliestNow, latestBefore, earliestNow)));
    }

    /// Finds a known jump ahead that began by `time` and led to times after it, up to `ahead`.
    private Optional<SuspectInterval> jumpOver(Instant time, Instant ahead) {
        return intervals().stream()
                .filter(jump -> !jump.madeSince().isAfter(time)
                        && jump.since().isAfter(time)
                        && !jump.since().isAfter(ahead))
                .findFirst();
    }

    private void tell(boolean isSuspect, Map<String, Instant> times, Instant node) {
        if (isSuspect && !suspect) {
            LOG.warn(
                    "a clock is suspect, and nothing is deleted by its age until none was for a day: database {}, node {}",
                    times.values(),
                    node);
        } else if (suspect && !isSuspect) {
            LOG.info("no clock is suspect now: database {}, node {}", times.values(), node);
        }
        if (isSuspect) {
            shownUntil = Optional.of(System.nanoTime() + SHOWN.toNanos());
        }
        suspect = isSuspect;
    }

    private boolean isShown() {
        return suspect
                || shownUntil.filter(until -> System.nanoTime() - until < 0).isPresent();
    }

    private List<SuspectInterval> intervals() {
        var known = intervals;
        return known == null ? store.intervals() : known;
    }

    /// Returns whether a wrong clock leaves the state at a time unknown. `present` is the time on the node asked.
    public boolean isSuspect(Instant time, Instant present, Supplier<Optional<Instant>> nextPush) {
        var known = intervals();
        if (hasMovedTo(present)
                || isSuspectSince(time)
                || known.stream().anyMatch(interval -> interval.contains(time))) {
            return true;
        }
        // A push made before `time` may have a later time if the clock had jumped ahead.
        var ahead = known.stream()
                .filter(interval ->
                        !interval.madeSince().isAfter(time) && interval.since().isAfter(time))
                .toList();
        return !ahead.isEmpty()
                && nextPush.get().stream()
                        .anyMatch(next -> ahead.stream().anyMatch(interval -> interval.contains(next)));
    }

    private boolean isSuspectSince(Instant time) {
        var last = readings.get("");
        return suspect && last != null && time.isAfter(last.database);
    }

    private boolean hasMovedTo(Instant present) {
        var last = readings.get("");
        return last != null && isFar(present, last.database.plusNanos(System.nanoTime() - last.nanos));
    }

    @Override
    public void close() {
        task.close();
    }
}
