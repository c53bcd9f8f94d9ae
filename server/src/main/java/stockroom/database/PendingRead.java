package stockroom.database;

import java.time.Duration;
import java.util.Objects;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.locks.LockSupport;
import org.jspecify.annotations.Nullable;
import stockroom.share.Owner;

final class PendingRead<K, A> {
    final K key;
    final Owner owner = Owner.current();
    final long came = System.nanoTime();
    /// The batcher's lock guards this field.
    boolean alone;

    private final Thread caller = Thread.currentThread();
    private final long until;
    private volatile State state = State.WAITING;
    private @Nullable A answer;
    private @Nullable Throwable failure;

    private enum State {
        WAITING,
        NEXT,
        DONE
    }

    PendingRead(K key, Duration longest) {
        this.key = key;
        this.until = came + Deadline.nanosLeft(longest);
    }

    /// Waits until the read has a result or is overdue, or this caller is to execute a batch.
    void await() {
        boolean interrupted = false;
        while (state == State.WAITING && !isOverdue()) {
            LockSupport.park(this);
            interrupted |= Thread.interrupted();
        }
        if (interrupted) {
            Thread.currentThread().interrupt();
        }
    }

    void wakeIfOverdue() {
        if (isOverdue()) {
            LockSupport.unpark(caller);
        }
    }

    boolean isOverdue() {
        return isOverdueIn(Duration.ZERO);
    }

    boolean isOverdueIn(Duration time) {
        return System.nanoTime() + time.toNanos() - until >= 0;
    }

    boolean isDone() {
        return state == State.DONE;
    }

    boolean isNext() {
        return state == State.NEXT;
    }

    void makeNext() {
        become(State.NEXT);
    }

    /// Resets the state, since the batch this caller executes may not include its own read.
    void begin() {
        state = State.WAITING;
    }

    void answered(A found) {
        answer = found;
        become(State.DONE);
    }

    void timedOut() {
        failed(new DatabaseFailure.Busy(new TimeoutException("the read was not answered in time")));
    }

    void failed(Throwable why) {
        if (state != State.DONE) {
            failure = why;
            become(State.DONE);
        }
    }

    private void become(State next) {
        state = next;
        LockSupport.unpark(caller);
    }

    A answer() {
        switch (failure) {
            case null -> {}
            case Error error -> throw error;
            case RuntimeException exception -> throw exception;
            default -> throw new IllegalStateException(failure);
        }
        var taken = Objects.requireNonNull(answer);
        // the result may be large, and the batch still refers to this read
        answer = null;
        return taken;
    }
}
