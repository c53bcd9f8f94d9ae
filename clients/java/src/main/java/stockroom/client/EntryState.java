package stockroom.client;

/// What became of an entry.
public enum EntryState {
    /// Not sent, or sent and certainly not written.
    UNSENT,
    WRITTEN,
    /// In a dry run: it would have been written.
    CHECKED,
    /// Refused; the report says why.
    REJECTED,
    /// Sent, but the connection broke before the answer came. Sending it again does no harm.
    UNKNOWN,
    /// Done by an earlier run, see [CreateOptions#startingAt].
    SKIPPED
}
