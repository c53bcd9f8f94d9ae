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
    /// Sent, but no answer came that says whether it was written. Sending it again does no harm, except for a change
    /// (`delta`) that was not sent under a key of yours.
    UNKNOWN,
    /// Done by an earlier run, see [CreateOptions#startingAt].
    SKIPPED
}
