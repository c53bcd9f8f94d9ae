package stockroom.people;

import java.time.Duration;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.FutureTask;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import stockroom.http.bounds.NodeShares;
import stockroom.http.failure.Failure;
import stockroom.share.FairQueue;
import stockroom.share.Owner;
import stockroom.share.OwnerCounts;

/// Runs work on one thread, so that a flood of sign-ins takes at most one processor. The groups take turns. In two of
/// them, addresses and people take turns as well. Of new addresses, the last comes first: whoever guesses from many
/// addresses has been there before, so the person who comes to sign in does not wait for all of them.
final class PasswordQueue implements AutoCloseable {
    /// Colleagues who share an address sign in at the same time, too.
    private static final int MAX_WAITING_OF_OWNER = 8;

    private static final Duration MAX_WAIT = Duration.ofSeconds(8);

    enum Group {
        /// Is signed in, in a browser that the person has used before, or has the secret of a link.
        KNOWN,
        NEW,
        /// The address has given wrong passwords.
        GUESSING
    }

    private final FairQueue<FutureTask<?>> known = new FairQueue<>();
    private final Deque<FutureTask<?>> fresh = new ArrayDeque<>();
    private final FairQueue<FutureTask<?>> guessing = new FairQueue<>();
    private final List<Supplier<@Nullable FutureTask<?>>> groups =
            List.of(known::poll, fresh::pollLast, guessing::poll);
    private final OwnerCounts waiting = new OwnerCounts(MAX_WAITING_OF_OWNER);
    private final Thread thread = Thread.ofPlatform().daemon().name("passwords").start(this::work);
    private int turn;

    <T> T run(Group group, Owner owner, Callable<T> work) {
        if (!waiting.add(owner)) {
            throw NodeShares.tooManyAtOnce();
        }
        var task = new FutureTask<>(work);
        add(group, owner, task);
        try {
            return task.get(MAX_WAIT.toNanos(), TimeUnit.NANOSECONDS);
        } catch (TimeoutException e) {
            throw new Failure.Overloaded();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new Failure.Overloaded();
        } catch (ExecutionException e) {
            throw new IllegalStateException(e);
        } finally {
            waiting.remove(owner);
            leave(group, owner, task);
        }
    }

    private synchronized void add(Group group, Owner owner, FutureTask<?> task) {
        switch (group) {
            case KNOWN -> known.add(owner, task);
            case NEW -> fresh.add(task);
            case GUESSING -> guessing.add(owner, task);
        }
        notifyAll();
    }

    private synchronized void leave(Group group, Owner owner, FutureTask<?> task) {
        switch (group) {
            case KNOWN -> known.remove(owner, task);
            case NEW -> fresh.remove(task);
            case GUESSING -> guessing.remove(owner, task);
        }
    }

    private void work() {
        try {
            while (true) {
                next().run();
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    private synchronized FutureTask<?> next() throws InterruptedException {
        while (true) {
            for (int i = 0; i < groups.size(); i++) {
                turn = (turn + 1) % groups.size();
                var task = groups.get(turn).get();
                if (task != null) {
                    return task;
                }
            }
            wait();
        }
    }

    synchronized int waiting() {
        return known.size() + fresh.size() + guessing.size();
    }

    @Override
    public void close() {
        thread.interrupt();
    }
}
