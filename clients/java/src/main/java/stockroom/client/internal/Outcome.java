package stockroom.client.internal;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Stream;
import stockroom.client.CreateReport;
import stockroom.client.EntryState;
import stockroom.client.RejectedEntry;
import stockroom.client.model.StockEntry;

/// What has become of the entries so far, in a run that is under way.
final class Outcome {
    private final List<StockEntry> entries;
    private final EntryState[] states;
    private final List<RejectedEntry> rejected = new ArrayList<>();
    private int requests;

    Outcome(List<StockEntry> entries) {
        this.entries = entries;
        this.states = new EntryState[entries.size()];
        Arrays.fill(states, EntryState.UNSENT);
    }

    void mark(Stream<Integer> indexes, EntryState state) {
        indexes.forEach(index -> states[index] = state);
    }

    void reject(int index, String code, String reason) {
        states[index] = EntryState.REJECTED;
        rejected.add(new RejectedEntry(index, entries.get(index), code, reason));
    }

    void sent() {
        requests++;
    }

    CreateReport report() {
        return new CreateReport(entries, Arrays.asList(states), rejected, requests);
    }
}
