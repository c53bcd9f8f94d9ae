package stockroom.cli.transfer;

import java.util.Comparator;

/// A line of a file that was left out.
///
/// @param field empty when the whole line is invalid
public record RejectedLine(long line, String field, String reason) {
    public static final Comparator<RejectedLine> BY_LINE = Comparator.comparingLong(RejectedLine::line);
}
