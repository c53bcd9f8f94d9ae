package stockroom.http;

import java.util.ArrayList;
import java.util.List;

/// Collects what is wrong with a request, so that the caller hears of everything at once.
public final class Faults {
    /// More than this is no help to anybody.
    private static final int MOST = 100;

    private final List<Fault> faults = new ArrayList<>();

    public void add(Fault fault) {
        if (faults.size() < MOST) {
            faults.add(fault);
        }
    }

    public void add(String place, Message message, Object... values) {
        add(Fault.at(place, message, values));
    }

    /// Whether this place has been complained of already.
    public boolean has(String place) {
        return faults.stream()
                .anyMatch(fault -> fault.at().filter(place::equals).isPresent());
    }

    public boolean full() {
        return faults.size() == MOST;
    }

    public void throwIfAny() {
        if (!faults.isEmpty()) {
            throw new Failure.BadRequest(faults);
        }
    }
}
