package stockroom.client;

/// The outcome for an entry.
public enum EntryState {
    /// The entry is certainly not written.
    UNSENT,
    WRITTEN,
    /// The entry was checked in a dry run and would have been written.
    CHECKED,
    /// The entry was refused; the report says why.
    REJECTED,
    /// The entry was sent, but its response was lost. Sending it again is safe, except for a change by `delta`
    /// without a key of your own.
    UNKNOWN,
    /// An earlier run sent the entry, see [CreateOptions#startingAt].
    SKIPPED
}
