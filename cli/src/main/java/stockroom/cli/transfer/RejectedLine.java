package stockroom.cli.transfer;

import java.util.Comparator;

/// A line that was not accepted.
///
/// @param field empty if the whole line is invalid
public record RejectedLine(long line, String field, String reason) {
    public static final Comparator<RejectedLine> BY_LINE = Comparator.comparingLong(RejectedLine::line);
}
