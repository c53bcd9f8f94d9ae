package stockroom.database;

import java.time.Duration;

/// Writes in a thread of its own what requests note in memory: at once, after each pause, and what is left when it is
/// closed.
public final class BackgroundWriter implements AutoCloseable {
    private final Duration pause;
    private final Runnable write;
    private final Thread thread;
    private volatile boolean closed;

    /// @param write throws nothing; never runs twice at a time
    public BackgroundWriter(String name, Duration pause, Runnable write) {
        this.pause = pause;
        this.write = write;
        this.thread = Thread.ofPlatform().daemon().name(name).start(this::writeForEver);
    }

    private void writeForEver() {
        try {
            while (!closed) {
                write.run();
                // what interrupts a write may not reach the pause
                if (!closed) {
                    Thread.sleep(pause);
                }
            }
        } catch (InterruptedException e) {
            // closed
        }
    }

    @Override
    public void close() {
        closed = true;
        thread.interrupt();
        try {
            thread.join();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
        write.run();
    }
}
