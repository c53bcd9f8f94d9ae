package stockroom.cli.show;

import java.io.PrintStream;
import java.time.Instant;
import java.util.OptionalInt;

/// Where output goes, and what fits there.
///
/// @param colour whether headers are bold
/// @param columns of the terminal; empty where it is none
public record Screen(PrintStream out, boolean colour, OptionalInt columns, Instant now) {
    /// Prints sentences, on a terminal in lines that break between words.
    public void say(String text) {
        out.println(columns.isPresent() ? Text.fold(text, columns.getAsInt()) : text);
    }
}
