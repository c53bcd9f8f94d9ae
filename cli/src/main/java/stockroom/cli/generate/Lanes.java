package stockroom.cli.generate;

import java.io.IOException;
import java.util.ArrayList;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicLong;
import org.jspecify.annotations.Nullable;
import stockroom.cli.CommandFailure;
import stockroom.cli.ExitCode;
import stockroom.cli.Progress;
import stockroom.cli.Shell;

/// Several lanes at the same time, each with a connection of its own, under one progress bar.
///
/// @param count how many lanes
record Lanes(DatabaseAddress address, int count, Work work, GenerateStore.Times times) {
    /// Runs until all is made, or one has failed.
    ///
    /// @param entries how many will be made in all
    void run(long entries, Shell shell) throws IOException {
        var done = new AtomicLong();
        try (var bar = new Progress(shell.err(), shell.terminals().err(), "Generating", entries);
                var threads = Executors.newFixedThreadPool(count)) {
            var lanes = new ArrayList<Future<?>>();
            for (int i = 0; i < count; i++) {
                lanes.add(threads.submit(() -> runOne(bar, done)));
            }
            for (var lane : lanes) {
                await(lane);
            }
        }
    }

    private @Nullable Void runOne(Progress bar, AtomicLong done) throws IOException {
        boolean finished = false;
        try (var store = new GenerateStore(address)) {
            new Lane(store, times, work, more -> bar.stepTo(done.addAndGet(more))).run();
            finished = true;
        } finally {
            if (!finished) {
                work.stop();
            }
        }
        return null;
    }

    private static void await(Future<?> lane) throws IOException {
        try {
            lane.get();
        } catch (ExecutionException e) {
            switch (e.getCause()) {
                case CommandFailure cause -> throw cause;
                case IOException cause -> throw cause;
                case null, default -> throw new IllegalStateException(e);
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new CommandFailure(ExitCode.UNREACHABLE, "interrupted");
        }
    }
}
