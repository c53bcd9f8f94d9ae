package stockroom.http.failure;

import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/// `at` is a parameter's name or a place such as `[17].param[2].size`. `facts` are for programs.
public record Violation(
        Optional<String> at, Message message, List<Object> values, Map<String, @Nullable Object> facts) {

    public static Violation of(Message message, Object... values) {
        return new Violation(Optional.empty(), message, List.of(values), Map.of());
    }

    public static Violation at(String place, Message message, Object... values) {
        return of(message, values).at(place);
    }

    public Violation at(String place) {
        return new Violation(Optional.of(place), message, values, facts);
    }

    public Violation with(String name, @Nullable Object fact) {
        var more = new HashMap<String, @Nullable Object>(facts);
        more.put(name, fact);
        return new Violation(at, message, values, Collections.unmodifiableMap(more));
    }

    /// Puts the place before the message, unless it begins with it.
    public String text(Locale language) {
        var text = message.in(language, values.toArray());
        return at.filter(place -> !text.startsWith(place))
                .map(place -> MessageTexts.find(Violation.class, language, "at").formatted(place, text))
                .orElse(text);
    }
}
