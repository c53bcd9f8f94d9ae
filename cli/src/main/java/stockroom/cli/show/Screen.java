package stockroom.cli.show;

import java.io.PrintStream;
import java.util.OptionalInt;

/// Where output goes, and what fits there.
///
/// @param colour whether headers are bold
/// @param columns of the terminal; empty where it is none
public record Screen(PrintStream out, boolean colour, OptionalInt columns) {}
