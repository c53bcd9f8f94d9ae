package stockroom.cli.shell;

import java.time.Duration;
import me.tongfei.progressbar.ConsoleProgressBarConsumer;
import me.tongfei.progressbar.ProgressBar;
import me.tongfei.progressbar.ProgressBarBuilder;
import me.tongfei.progressbar.ProgressBarConsumer;

/// A bar on standard error with rate and time left; without a terminal, nothing at all, so that logs stay readable.
public final class Progress implements AutoCloseable {
    private static final Duration REDRAW = Duration.ofMillis(200);
    private static final int WIDEST = 100;
    private static final int MEBIBYTE = 1 << 20;

    private final ProgressBar bar;
    private boolean closed;

    /// @param total 0 when it is not known
    public Progress(Shell shell, String task, long total) {
        this(shell, builder(task, total).setRenderer(new ProgressLine("", 1)));
    }

    private Progress(Shell shell, ProgressBarBuilder builder) {
        // the last column stays free, or some terminals begin a new line
        int columns = Math.min(shell.columns() - 1, WIDEST);
        this.bar = (shell.terminals().err()
                        ? builder.setConsumer(new ConsoleProgressBarConsumer(shell.err(), columns))
                        : builder.setConsumer(new Silent()))
                .setMaxRenderedLength(columns)
                .build();
    }

    /// Bytes of a file; what they hold is counted by [#note].
    /// @param done where it goes on from; the rate is of what follows
    public static Progress ofBytes(Shell shell, String task, long done, long total) {
        var builder = builder(task, total)
                .setRenderer(new ProgressLine(" MiB", MEBIBYTE))
                .startsFrom(done, Duration.ZERO);
        return new Progress(shell, builder);
    }

    /// Steps at a pace of someone else's: [#note] says how long it still takes.
    /// @param done where it goes on from
    public static Progress ofPaced(Shell shell, String task, long done, long total) {
        var builder =
                builder(task, total).setRenderer(new ProgressLine("", 1, true)).startsFrom(done, Duration.ZERO);
        return new Progress(shell, builder);
    }

    private static ProgressBarBuilder builder(String task, long total) {
        return new ProgressBarBuilder()
                .setTaskName(task)
                .setInitialMax(total == 0 ? -1 : total)
                .setUpdateIntervalMillis((int) REDRAW.toMillis());
    }

    public void stepTo(long done) {
        bar.stepTo(done);
    }

    /// A few words in place of the rate.
    public void note(String words) {
        bar.setExtraMessage(words);
    }

    /// The same, and at once: for when nothing else moves.
    public void say(String words) {
        note(words);
        bar.refresh();
    }

    /// Closed again, it would draw its last line again.
    @Override
    public void close() {
        if (!closed) {
            closed = true;
            bar.close();
        }
    }

    private static final class Silent implements ProgressBarConsumer {
        @Override
        public int getMaxRenderedLength() {
            return WIDEST;
        }

        @Override
        public void accept(String rendered) {}

        @Override
        public void close() {}
    }
}
