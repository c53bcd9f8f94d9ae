package stockroom.cli.shell;

import java.time.Duration;
import me.tongfei.progressbar.ConsoleProgressBarConsumer;
import me.tongfei.progressbar.ProgressBar;
import me.tongfei.progressbar.ProgressBarBuilder;
import me.tongfei.progressbar.ProgressBarConsumer;

/// Shows a bar on standard error if it is a terminal.
public final class Progress implements AutoCloseable {
    private static final Duration REDRAW = Duration.ofMillis(200);
    private static final int WIDEST = 100;
    private static final int MEBIBYTE = 1 << 20;

    private final ProgressBar bar;
    private boolean closed;

    public Progress(Shell shell, String task, long total) {
        this(shell, builder(task, total).setRenderer(new ProgressLine("", 1)));
    }

    private Progress(Shell shell, ProgressBarBuilder builder) {
        // some terminals begin a new line after the last column
        int columns = Math.min(shell.columns() - 1, WIDEST);
        this.bar = (shell.terminals().err()
                        ? builder.setConsumer(new ConsoleProgressBarConsumer(shell.err(), columns))
                        : builder.setConsumer(new Silent()))
                .setMaxRenderedLength(columns)
                .build();
    }

    /// Counts bytes of a file from where it resumes; [#note] shows how many items they held.
    public static Progress ofBytes(Shell shell, String task, long done, long total) {
        var builder = builder(task, total)
                .setRenderer(new ProgressLine(" MiB", MEBIBYTE))
                .startsFrom(done, Duration.ZERO);
        return new Progress(shell, builder);
    }

    /// Counts steps whose pace the server sets; [#note] shows the time left.
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

    /// Shows a text in place of the rate.
    public void note(String words) {
        bar.setExtraMessage(words);
    }

    /// Shows a text at once, when no step follows soon.
    public void say(String words) {
        note(words);
        bar.refresh();
    }

    /// Does nothing the second time; the bar itself would draw its last line again.
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
