package stockroom.cli.transfer;

import java.util.Comparator;

/// A line of the file that was left out.
///
/// @param field empty when the whole line is meant
record Reject(long line, String field, String reason) {
    static final Comparator<Reject> BY_LINE = Comparator.comparingLong(Reject::line);
}
