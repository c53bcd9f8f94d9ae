package stockroom.http.failure;

import java.util.ArrayList;
import java.util.List;

/// Collects what is wrong with a request, so that the caller learns everything at once.
public final class Violations {
    /// More than this is no help to anybody.
    private static final int MAX_VIOLATIONS = 100;

    private final int max;
    private final List<Violation> violations = new ArrayList<>();

    public Violations() {
        this(MAX_VIOLATIONS);
    }

    /// Keeps at most this many; further ones are left out.
    public Violations(int max) {
        this.max = max;
    }

    public void add(Violation violation) {
        if (!full()) {
            violations.add(violation);
        }
    }

    /// At a place that is written out only now.
    public void add(Object place, Message message, Object... values) {
        add(Violation.at(place.toString(), message, values));
    }

    /// Violations found by code that does not know the place of the value.
    public void add(Object place, Failure.BadRequest refused) {
        refused.violations().forEach(violation -> add(violation.at(place.toString())));
    }

    /// Whether this place has been complained of already.
    public boolean has(Object place) {
        var words = place.toString();
        return violations.stream()
                .anyMatch(violation -> violation.at().filter(words::equals).isPresent());
    }

    public List<Violation> all() {
        return List.copyOf(violations);
    }

    public boolean full() {
        return violations.size() == max;
    }

    public void throwIfAny() {
        if (!violations.isEmpty()) {
            throw new Failure.BadRequest(violations);
        }
    }
}
