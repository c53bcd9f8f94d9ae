package stockroom.cli.shell;

import java.time.Duration;
import me.tongfei.progressbar.ConsoleProgressBarConsumer;
import me.tongfei.progressbar.ProgressBar;
import me.tongfei.progressbar.ProgressBarBuilder;
import me.tongfei.progressbar.ProgressBarConsumer;

/// Shows a bar on standard error. Without a terminal it prints nothing, so that logs stay readable.
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
        // some terminals begin a new line when the last column is filled
        int columns = Math.min(shell.columns() - 1, WIDEST);
        this.bar = (shell.terminals().err()
                        ? builder.setConsumer(new ConsoleProgressBarConsumer(shell.err(), columns))
                        : builder.setConsumer(new Silent()))
                .setMaxRenderedLength(columns)
                .build();
    }

    /// Counts bytes of a file; [#note] shows how many items they held.
    /// @param done where it resumes; the rate counts only what follows
    public static Progress ofBytes(Shell shell, String task, long done, long total) {
        var builder = builder(task, total)
                .setRenderer(new ProgressLine(" MiB", MEBIBYTE))
                .startsFrom(done, Duration.ZERO);
        return new Progress(shell, builder);
    }

    /// Counts steps whose pace the server sets; [#note] shows how long it still takes.
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

    /// Shows words in place of the rate.
    public void note(String words) {
        bar.setExtraMessage(words);
    }

    /// Shows words in place of the rate at once, for times when no step follows.
    public void say(String words) {
        note(words);
        bar.refresh();
    }

    /// A second call does nothing; the bar itself would draw its last line again.
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
