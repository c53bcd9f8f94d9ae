package stockroom.cli.show;

import java.io.PrintStream;
import java.time.Instant;
import java.util.OptionalInt;

/// Where a command prints to.
///
/// @param colour whether headers are bold
/// @param columns the terminal's width; empty without a terminal
public record Screen(PrintStream out, boolean colour, OptionalInt columns, Instant now) {
    /// Prints sentences; on a terminal, lines break between words.
    public void say(String text) {
        out.println(columns.isPresent() ? Text.fold(text, columns.getAsInt()) : text);
    }
}
