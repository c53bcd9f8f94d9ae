package stockroom.client;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;
import java.util.stream.Stream;

/// What was written and what was not, entry by entry.
public final class CreateReport {
    private final List<StockEntry> entries;
    private final EntryState[] states;
    private final List<Rejection> rejected = new ArrayList<>();
    private int requests;

    CreateReport(List<StockEntry> entries) {
        this.entries = entries;
        this.states = new EntryState[entries.size()];
        Arrays.fill(states, EntryState.UNSENT);
    }

    void mark(Stream<Integer> indexes, EntryState state) {
        indexes.forEach(index -> states[index] = state);
    }

    void reject(int index, String code, String reason) {
        states[index] = EntryState.REJECTED;
        rejected.add(new Rejection(index, entries.get(index), code, reason));
    }

    void sent() {
        requests++;
    }

    /// What became of the entry with this index.
    public EntryState state(int index) {
        return states[index];
    }

    /// How many entries are in this state.
    public int count(EntryState state) {
        int count = 0;
        for (var each : states) {
            count += each == state ? 1 : 0;
        }
        return count;
    }

    public int written() {
        return count(EntryState.WRITTEN);
    }

    /// Those refused, in the order of the requests.
    public List<Rejection> rejected() {
        return List.copyOf(rejected);
    }

    /// Those sent whose answer is lost: written or not, nobody knows.
    public List<StockEntry> unknown() {
        return in(EnumSet.of(EntryState.UNKNOWN));
    }

    /// Those to send again: unknown ones and those never sent. Rejected ones are not among them.
    public List<StockEntry> remaining() {
        return in(EnumSet.of(EntryState.UNKNOWN, EntryState.UNSENT));
    }

    /// How many requests were sent and answered or lost, further attempts included.
    public int requests() {
        return requests;
    }

    private List<StockEntry> in(Set<EntryState> wanted) {
        List<StockEntry> found = new ArrayList<>();
        for (int i = 0; i < states.length; i++) {
            if (wanted.contains(state(i))) {
                found.add(entries.get(i));
            }
        }
        return found;
    }

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
