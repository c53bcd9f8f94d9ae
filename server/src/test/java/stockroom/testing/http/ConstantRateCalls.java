package stockroom.testing.http;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.locks.LockSupport;
import java.util.function.IntFunction;
import stockroom.testing.machine.Standstills;

/// Calls at a constant rate, even while earlier calls are unanswered, until stopped. Closing it fails if a response
/// was not as described.
public final class ConstantRateCalls implements AutoCloseable {
    /// After a longer pause of the machine, missed calls are dropped and not sent all at once.
    private static final long MAX_LATE_NANOS = 100_000_000;

    private final Queue<Call> calls = new ConcurrentLinkedQueue<>();
    private final ExecutorService callers = Executors.newVirtualThreadPerTaskExecutor();
    private final Thread clock;
    private final Queue<AssertionError> failures = new ConcurrentLinkedQueue<>();
    private final Queue<Reply> unchecked = new ConcurrentLinkedQueue<>();
    private final Optional<String> path;
    private volatile boolean stopped;

    public record Call(long begun, long ended, int status, String text) {
        public boolean succeeded() {
            return status == 200 && !text.contains("\"success\":false");
        }

        public Duration took() {
            return Duration.ofNanos(ended - begun);
        }
    }

    public ConstantRateCalls(int perSecond, IntFunction<Reply> call) {
        this(perSecond, Optional.empty(), call);
    }

    /// Validates merchants' responses at the end, because that takes more processor time than the server took.
    public ConstantRateCalls(int perSecond, String path, IntFunction<Reply> call) {
        this(perSecond, Optional.of(path), call);
    }

    private ConstantRateCalls(int perSecond, Optional<String> path, IntFunction<Reply> call) {
        this.path = path;
        this.clock = Thread.ofVirtual().start(() -> {
            long due = System.nanoTime();
            for (int number = 0; !stopped; number++) {
                int next = number;
                callers.execute(() -> make(next, call));
                due = Math.max(due + 1_000_000_000L / perSecond, System.nanoTime() - MAX_LATE_NANOS);
                LockSupport.parkNanos(due - System.nanoTime());
            }
        });
    }

    private void make(int number, IntFunction<Reply> call) {
        long begun = Standstills.now();
        try {
            var reply = call.apply(number);
            calls.add(new Call(begun, System.nanoTime(), reply.status(), reply.text()));
            if (path.isPresent()) {
                unchecked.add(reply);
            }
        } catch (AssertionError e) {
            failures.add(e);
        } catch (RuntimeException e) {
            calls.add(new Call(begun, System.nanoTime(), 0, e.toString()));
        }
    }

    public List<Call> begunBetween(long from, long to) {
        return calls.stream()
                .filter(call -> call.begun >= from && call.begun < to)
                .toList();
    }

    /// Leaves out calls during which the machine paused.
    public List<Call> undisturbedBetween(long from, long to) {
        return begunBetween(from, to).stream()
                .filter(call -> !Standstills.disturbed(call.begun, call.ended))
                .toList();
    }

    public long firstSuccess(long moment) {
        return moment
                + calls.stream()
                        .filter(call -> call.succeeded() && call.ended >= moment)
                        .mapToLong(call -> call.ended - moment)
                        .min()
                        .orElseThrow();
    }

    /// Returns the time from then to the first successful call, without pauses of the machine.
    public Duration firstSuccessAfter(long moment) {
        return Standstills.running(moment, firstSuccess(moment));
    }

    /// Returns the time without pauses until the last failing call, but at least until the first success.
    public Duration allSucceedAfter(long moment) {
        long last = undisturbedBetween(moment, Long.MAX_VALUE).stream()
                .filter(call -> !call.succeeded())
                .mapToLong(Call::begun)
                .reduce(firstSuccess(moment), Math::max);
        return Standstills.running(moment, last);
    }

    public boolean hasSucceededAfter(long moment) {
        return calls.stream().anyMatch(call -> call.succeeded() && call.ended >= moment);
    }

    public Duration longest() {
        return calls.stream()
                .map(call -> Standstills.running(call.begun, call.ended))
                .max(Duration::compareTo)
                .orElseThrow();
    }

    public void assertAnsweredWithin(Duration longest) {
        assertThat(calls).isNotEmpty().noneMatch(call -> call.status == 0);
        assertThat(longest()).isLessThanOrEqualTo(longest);
    }

    public static void assertAllSucceeded(List<Call> calls) {
        assertThat(calls).isNotEmpty();
        assertThat(calls.stream().filter(call -> !call.succeeded()).limit(3)).isEmpty();
    }

    public void stop() {
        stopped = true;
        try {
            clock.join();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
        callers.close();
    }

    @Override
    public void close() {
        stop();
        unchecked.forEach(reply -> MerchantDescription.read().checked("POST", path.orElseThrow(), reply));
        failures.forEach(failure -> {
            throw failure;
        });
    }
}
