package stockroom.http.failure;

import java.util.ArrayList;
import java.util.List;

/// Collects what is wrong with a request, so that the caller learns everything at once.
public final class Violations {
    /// More than this is no help to anybody.
    private static final int MAX_VIOLATIONS = 100;

    private final int max;
    private final List<Violation> violations = new ArrayList<>();
    private int count;

    public Violations() {
        this(MAX_VIOLATIONS);
    }

    /// Keeps at most this many; further ones are only counted.
    public Violations(int max) {
        this.max = max;
    }

    public void add(Violation violation) {
        count++;
        if (violations.size() < max) {
            violations.add(violation);
        }
    }

    /// Before all others, as it is about the request as a whole.
    public void addFirst(Violation violation) {
        count++;
        if (violations.size() == max) {
            violations.removeLast();
        }
        violations.addFirst(violation);
    }

    /// At a place that is written out only now.
    public void add(Object place, Message message, Object... values) {
        if (violations.size() < max) {
            add(Violation.at(place.toString(), message, values));
        } else {
            count++;
        }
    }

    /// Violations found by code that does not know the place of the value.
    public void add(Object place, Failure.BadRequest refused) {
        refused.violations().forEach(violation -> add(violation.at(place.toString())));
    }

    /// Those that are kept.
    public List<Violation> all() {
        return List.copyOf(violations);
    }

    /// How many there are, with those that are not kept.
    public int count() {
        return count;
    }

    public void throwIfAny() {
        if (!violations.isEmpty()) {
            throw new Failure.BadRequest(violations, count);
        }
    }
}
