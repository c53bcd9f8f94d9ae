package stockroom.cli;

import java.io.PrintStream;
import java.time.Duration;
import me.tongfei.progressbar.ConsoleProgressBarConsumer;
import me.tongfei.progressbar.ProgressBar;
import me.tongfei.progressbar.ProgressBarBuilder;
import me.tongfei.progressbar.ProgressBarStyle;

/// A bar on standard error with rate and time left; without a terminal, nothing at all, so that logs stay readable.
public final class Progress implements AutoCloseable {
    private static final Duration REDRAW = Duration.ofMillis(200);
    private static final int NARROW = 78;

    private final ProgressBar bar;

    /// @param total 0 when it is not known
    public Progress(PrintStream out, boolean terminal, String task, String unit, long total) {
        var builder = new ProgressBarBuilder()
                .setTaskName(task)
                .setInitialMax(total == 0 ? -1 : total)
                .setUnit(unit, 1)
                .setStyle(ProgressBarStyle.ASCII)
                .setUpdateIntervalMillis((int) REDRAW.toMillis())
                .showSpeed()
                .setMaxRenderedLength(NARROW);
        this.bar = (terminal
                        ? builder.setConsumer(new ConsoleProgressBarConsumer(out, NARROW))
                        : builder.setConsumer(new Silent()))
                .build();
    }

    public void stepTo(long done) {
        bar.stepTo(done);
    }

    @Override
    public void close() {
        bar.close();
    }

    private static final class Silent implements me.tongfei.progressbar.ProgressBarConsumer {
        @Override
        public int getMaxRenderedLength() {
            return NARROW;
        }

        @Override
        public void accept(String rendered) {}

        @Override
        public void close() {}
    }
}
