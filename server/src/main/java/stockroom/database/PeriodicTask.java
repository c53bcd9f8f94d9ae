package stockroom.database;

import java.time.Duration;
import java.util.HashSet;
import java.util.Set;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/// Work that a thread of its own repeats, with a pause after each time. What fails is tried again after the pause. Of
/// each kind of failure there is one warning, until the work succeeds.
public final class PeriodicTask implements AutoCloseable {
    private static final Logger LOG = LoggerFactory.getLogger(PeriodicTask.class);

    private final String name;
    private final Duration pause;
    private final Task task;
    private final Set<Class<?>> warned = new HashSet<>();
    private final Thread thread;
    private volatile boolean closed;

    @FunctionalInterface
    public interface Task {
        void run() throws Exception;
    }

    private PeriodicTask(String name, Duration pause, Task task, boolean now) {
        this.name = name;
        this.pause = pause;
        this.task = task;
        this.thread = Thread.ofPlatform().daemon().name(name).start(() -> repeat(now));
    }

    /// For the first time after the first pause.
    public static PeriodicTask start(String name, Duration pause, Task task) {
        return new PeriodicTask(name, pause, task, false);
    }

    /// For the first time at once, though its thread does it and nobody waits.
    public static PeriodicTask startNow(String name, Duration pause, Task task) {
        return new PeriodicTask(name, pause, task, true);
    }

    private void repeat(boolean now) {
        if (now) {
            run();
        }
        try {
            // what interrupts the task may not reach the pause
            while (!closed) {
                Thread.sleep(pause);
                if (!closed) {
                    run();
                }
            }
        } catch (InterruptedException e) {
            // closed
        }
    }

    /// Does the work in the thread of whoever calls, never twice at a time.
    public synchronized void run() {
        try {
            task.run();
            warned.clear();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        } catch (DatabaseFailure e) {
            // requests that need the database report it
            LOG.debug("{} failed, and is tried again", name, e);
        } catch (Exception e) {
            if (warned.add(e.getClass())) {
                LOG.warn("{} failed, and is tried again every {} ms", name, pause.toMillis(), e);
            }
        }
    }

    /// Does not wait until the work is done.
    @Override
    public void close() {
        closed = true;
        thread.interrupt();
    }

    /// The same, and does the work a last time.
    public void closeAfterLastRun() {
        close();
        run();
    }
}
