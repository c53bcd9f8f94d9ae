package stockroom.http.failure;

import java.util.ArrayList;
import java.util.List;

public final class Violations {
    private static final int MAX_VIOLATIONS = 100;

    private final int max;
    private final List<Violation> violations = new ArrayList<>();
    private int count;

    public Violations() {
        this(MAX_VIOLATIONS);
    }

    /// Further violations are only counted.
    public Violations(int max) {
        this.max = max;
    }

    public void add(Violation violation) {
        count++;
        if (violations.size() < max) {
            violations.add(violation);
        }
    }

    public void addFirst(Violation violation) {
        count++;
        if (violations.size() == max) {
            violations.removeLast();
        }
        violations.addFirst(violation);
    }

    /// Builds the text of the place only if the violation is kept.
    public void add(Object place, Message message, Object... values) {
        if (violations.size() < max) {
            add(Violation.at(place.toString(), message, values));
        } else {
            count++;
        }
    }

    public void add(Object place, Failure.BadRequest refused) {
        refused.violations().forEach(violation -> add(violation.at(place.toString())));
    }

    public List<Violation> all() {
        return List.copyOf(violations);
    }

    /// Includes violations that are not kept.
    public int count() {
        return count;
    }

    public void throwIfAny() {
        if (!violations.isEmpty()) {
            throw new Failure.BadRequest(violations, count);
        }
    }
}
