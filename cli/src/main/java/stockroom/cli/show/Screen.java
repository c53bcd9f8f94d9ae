package stockroom.cli.show;

import java.io.PrintStream;
import java.time.Instant;
import java.util.OptionalInt;

/// Where tables are printed.
///
/// @param colour whether headers are bold
/// @param columns the terminal's width; empty without a terminal
public record Screen(PrintStream out, boolean colour, OptionalInt columns, Instant now) {
    /// Prints sentences, broken between words on a terminal.
    public void say(String text) {
        out.println(columns.isPresent() ? Text.fold(text, columns.getAsInt()) : text);
    }
}
