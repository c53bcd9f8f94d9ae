package stockroom.cli.transfer;

/// A line of the file that was left out.
///
/// @param field empty when the whole line is meant
record Reject(long line, String field, String reason) {}
