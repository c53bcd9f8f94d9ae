package stockroom.cli.doctor;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.SequencedMap;
import java.util.Set;
import java.util.TreeMap;

/// The headers of a call, as the server sees them: names without regard to case, values without the spaces and tabs
/// around them, which HTTP ignores.
final class Headers {
    private final Map<String, List<String>> values = new TreeMap<>();

    static Headers of(SequencedMap<String, String> once) {
        var headers = new Headers();
        once.forEach(headers::add);
        return headers;
    }

    void add(String name, String value) {
        values.computeIfAbsent(name.strip().toLowerCase(Locale.ROOT), _ -> new ArrayList<>())
                .add(trimmed(value));
    }

    private static String trimmed(String value) {
        int from = 0;
        int to = value.length();
        while (from < to && isBlank(value.charAt(from))) {
            from++;
        }
        while (to > from && isBlank(value.charAt(to - 1))) {
            to--;
        }
        return value.substring(from, to);
    }

    /// Other white space is no white space to HTTP.
    private static boolean isBlank(char c) {
        return c == ' ' || c == '\t' || c == '\r' || c == '\n';
    }

    Set<String> names() {
        return values.keySet();
    }

    List<String> all(String name) {
        return values.getOrDefault(name, List.of());
    }

    /// The value, if there is exactly one and it is not blank.
    Optional<String> only(String name) {
        var all = all(name);
        return all.size() == 1 && !all.getFirst().isBlank() ? Optional.of(all.getFirst()) : Optional.empty();
    }

    boolean isEmpty() {
        return values.isEmpty();
    }

    /// The names alone: values may be secret.
    @Override
    public String toString() {
        return values.keySet().toString();
    }
}
