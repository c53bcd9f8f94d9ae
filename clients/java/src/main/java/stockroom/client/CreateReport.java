package stockroom.client;

import java.io.Serializable;
import java.util.List;
import java.util.Locale;
import java.util.function.IntPredicate;
import java.util.stream.IntStream;
import stockroom.client.internal.http.Message;
import stockroom.client.model.StockEntry;

/// Reports what was written and what was not, entry by entry.
///
/// @param states the state of each entry, in the same order
/// @param rejected the refused entries, in the order of the requests
/// @param requests the number of requests sent, including retries
/// @param pushes the numbers of the pushes; a request that changed no quantity made none
/// @param replayed whether the server repeated an earlier response for the same key instead of writing again
public record CreateReport(
        List<StockEntry> entries,
        List<EntryState> states,
        List<RejectedEntry> rejected,
        int requests,
        List<Long> pushes,
        boolean replayed)
        implements Serializable {
    public CreateReport {
        entries = List.copyOf(entries);
        states = List.copyOf(states);
        rejected = List.copyOf(rejected);
        pushes = List.copyOf(pushes);
        if (entries.size() != states.size()) {
            throw new IllegalArgumentException(
                    "states: %d (expected: one for each of %d entries)".formatted(states.size(), entries.size()));
        }
    }

    /// Returns the state of the entry with this index.
    public EntryState state(int index) {
        return states.get(index);
    }

    /// Returns the number of entries in this state.
    public int count(EntryState state) {
        return (int) states.stream().filter(each -> each == state).count();
    }

    public int written() {
        return count(EntryState.WRITTEN);
    }

    /// Returns the entries whose response was lost: they may or may not be written.
    public List<StockEntry> unknown() {
        return only(index -> state(index) == EntryState.UNKNOWN);
    }

    /// Returns the entries to send again: those never sent and those with an unknown outcome. It leaves out
    /// rejected entries and changes by `delta` with an unknown outcome, which might be made twice.
    public List<StockEntry> remaining() {
        return only(index -> state(index) == EntryState.UNSENT
                || (state(index) == EntryState.UNKNOWN && entries.get(index).delta() == null));
    }

    private List<StockEntry> only(IntPredicate wanted) {
        return IntStream.range(0, entries.size())
                .filter(wanted)
                .mapToObj(entries::get)
                .toList();
    }

    /// Prints counts instead of entries.
    @Override
    public String toString() {
        return text(Locale.ENGLISH);
    }

    String text(Locale language) {
        var text = new StringBuilder(Message.ENTRIES.in(language, entries.size()));
        for (var state : EntryState.values()) {
            int count = count(state);
            if (count > 0) {
                text.append(Message.valueOf("ENTRIES_" + state).in(language, count));
            }
        }
        return text.toString();
    }
}
