package stockroom.database;

import java.time.Duration;
import java.util.HashSet;
import java.util.Set;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/// Repeats work on its own thread. Each kind of failure is logged once until a run succeeds.
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

    public static PeriodicTask start(String name, Duration pause, Task task) {
        return new PeriodicTask(name, pause, task, false);
    }

    /// Runs at once the first time, without making the caller wait.
    public static PeriodicTask startNow(String name, Duration pause, Task task) {
        return new PeriodicTask(name, pause, task, true);
    }

    private void repeat(boolean now) {
        if (now) {
            run();
        }
        try {
            // an interrupt may be consumed by the task and not reach the sleep
            while (!closed) {
                Thread.sleep(pause);
                if (!closed) {
                    run();
                }
            }
        } catch (InterruptedException e) {
            // close() interrupted the pause
        }
    }

    /// Runs on the calling thread. Runs never overlap.
    public synchronized void run() {
        try {
            task.run();
            warned.clear();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        } catch (DatabaseFailure e) {
            LOG.debug("{} failed, retrying", name, e);
        } catch (Exception e) {
            if (warned.add(e.getClass())) {
                LOG.warn("{} failed, retrying every {} ms", name, pause.toMillis(), e);
            }
        }
    }

    /// Does not wait for a run in progress.
    @Override
    public void close() {
        closed = true;
        thread.interrupt();
    }

    public void closeAfterLastRun() {
        close();
        run();
    }
}
