package stockroom.http.failure;

import java.util.List;
import java.util.Locale;
import java.util.Optional;

/// One thing wrong with a request, and where: `[17].param[2].size`, a parameter's name, or nowhere in particular.
public record Violation(Optional<String> at, Message message, List<Object> values) {

    public static Violation of(Message message, Object... values) {
        return new Violation(Optional.empty(), message, List.of(values));
    }

    public static Violation at(String place, Message message, Object... values) {
        return new Violation(Optional.of(place), message, List.of(values));
    }

    /// The same, found at this place.
    public Violation at(String place) {
        return new Violation(Optional.of(place), message, values);
    }

    public String text(Locale language) {
        return message.in(language, values.toArray());
    }
}
