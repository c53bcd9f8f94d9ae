package stockroom.client;

import java.util.List;
import java.util.function.IntPredicate;
import java.util.stream.IntStream;
import stockroom.client.model.StockEntry;

/// What was written and what was not, entry by entry.
///
/// @param entries as they were given
/// @param states what became of each entry, in the same order
/// @param rejected the refused entries, in the order of the requests
/// @param requests how many were sent, whether answered or lost, including further attempts
/// @param pushes the numbers of the changes that the requests made, in their order; a request that changed no quantity
///     made none
/// @param replayed whether an answer was that of an earlier request with the same key, which was not carried out again
public record CreateReport(
        List<StockEntry> entries,
        List<EntryState> states,
        List<RejectedEntry> rejected,
        int requests,
        List<Long> pushes,
        boolean replayed) {
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

    /// What became of the entry with this index.
    public EntryState state(int index) {
        return states.get(index);
    }

    /// How many entries are in this state.
    public int count(EntryState state) {
        return (int) states.stream().filter(each -> each == state).count();
    }

    public int written() {
        return count(EntryState.WRITTEN);
    }

    /// Those sent whose answer is lost: they may or may not be written.
    public List<StockEntry> unknown() {
        return only(index -> state(index) == EntryState.UNKNOWN);
    }

    /// Those to send again: those never sent, and unknown ones. Rejected ones are not among them, nor unknown changes
    /// (`delta`), which might be made twice.
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

    /// Counts, not entries: there may be hundreds of thousands.
    @Override
    public String toString() {
        var text = new StringBuilder("%d entries".formatted(entries.size()));
        for (var state : EntryState.values()) {
            int count = count(state);
            if (count > 0) {
                text.append(", %d %s".formatted(count, state));
            }
        }
        return text.toString();
    }
}
