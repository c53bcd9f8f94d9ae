package stockroom.client.internal.create;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.OptionalLong;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import stockroom.client.CreateReport;
import stockroom.client.EntryState;
import stockroom.client.RejectedEntry;
import stockroom.client.model.StockEntry;

final class Outcome {
    private final List<StockEntry> entries;
    private final EntryState[] states;
    private final List<RejectedEntry> rejected = new ArrayList<>();
    private final List<Long> pushes = new ArrayList<>();
    private int requests;
    private boolean replayed;

    Outcome(List<StockEntry> entries) {
        this.entries = entries;
        this.states = new EntryState[entries.size()];
        Arrays.fill(states, EntryState.UNSENT);
    }

    void mark(Stream<Integer> indexes, EntryState state) {
        indexes.forEach(index -> states[index] = state);
    }

    void reject(int index, String code, String reason, @Nullable Integer stock) {
        states[index] = EntryState.REJECTED;
        rejected.add(new RejectedEntry(index, entries.get(index), code, reason, stock));
    }

    void pushed(OptionalLong push) {
        push.ifPresent(pushes::add);
    }

    void sent() {
        requests++;
    }

    void replayed() {
        replayed = true;
    }

    CreateReport report() {
        return new CreateReport(entries, Arrays.asList(states), rejected, requests, pushes, replayed);
    }
}
