package stockroom.http.failure;

import java.util.ArrayList;
import java.util.List;

/// Collects violations so that the caller learns of all at once.
public final class Violations {
    /// More violations would help nobody.
    private static final int MAX_VIOLATIONS = 100;

    private final int max;
    private final List<Violation> violations = new ArrayList<>();
    private int count;

    public Violations() {
        this(MAX_VIOLATIONS);
    }

    /// @param max limits the violations kept; further ones are only counted
    public Violations(int max) {
        this.max = max;
    }

    public void add(Violation violation) {
        count++;
        if (violations.size() < max) {
            violations.add(violation);
        }
    }

    /// Puts a violation of the request as a whole before all others.
    public void addFirst(Violation violation) {
        count++;
        if (violations.size() == max) {
            violations.removeLast();
        }
        violations.addFirst(violation);
    }

    /// Adds a violation. The text of its place is built only if the violation is kept.
    public void add(Object place, Message message, Object... values) {
        if (violations.size() < max) {
            add(Violation.at(place.toString(), message, values));
        } else {
            count++;
        }
    }

    /// Adds violations found by code that does not know the place of the value.
    public void add(Object place, Failure.BadRequest refused) {
        refused.violations().forEach(violation -> add(violation.at(place.toString())));
    }

    /// Returns the violations kept.
    public List<Violation> all() {
        return List.copyOf(violations);
    }

    /// Returns the number of violations, including those not kept.
    public int count() {
        return count;
    }

    public void throwIfAny() {
        if (!violations.isEmpty()) {
            throw new Failure.BadRequest(violations, count);
        }
    }
}
