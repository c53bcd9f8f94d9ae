package stockroom.http.failure;

import java.util.ArrayList;
import java.util.List;

/// Collects what is wrong with a request, so that the caller hears of everything at once.
public final class Violations {
    /// More than this is no help to anybody.
    private static final int MAX_VIOLATIONS = 100;

    private final List<Violation> violations = new ArrayList<>();

    public void add(Violation violation) {
        if (violations.size() < MAX_VIOLATIONS) {
            violations.add(violation);
        }
    }

    public void add(String place, Message message, Object... values) {
        add(Violation.at(place, message, values));
    }

    /// What a value is refused for by whoever does not know its place.
    public void add(Failure.BadRequest refused, String place) {
        refused.violations().forEach(violation -> add(violation.at(place)));
    }

    /// Whether this place has been complained of already.
    public boolean has(String place) {
        return violations.stream()
                .anyMatch(violation -> violation.at().filter(place::equals).isPresent());
    }

    public boolean full() {
        return violations.size() == MAX_VIOLATIONS;
    }

    public void throwIfAny() {
        if (!violations.isEmpty()) {
            throw new Failure.BadRequest(violations);
        }
    }
}
