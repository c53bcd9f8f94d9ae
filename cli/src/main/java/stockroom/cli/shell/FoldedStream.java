package stockroom.cli.shell;

import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import org.jspecify.annotations.Nullable;
import stockroom.cli.show.Text;

/// Breaks lines on a terminal's standard error between words.
final class FoldedStream extends PrintStream {
    private final int columns;

    FoldedStream(PrintStream out, int columns) {
        super(out, true, StandardCharsets.UTF_8);
        this.columns = columns;
    }

    @Override
    public void println(@Nullable String text) {
        super.println(Text.fold(String.valueOf(text), columns));
    }
}
