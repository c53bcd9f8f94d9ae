package stockroom.http.failure;

import java.util.List;
import java.util.stream.Collectors;

/// A caller's own value, fit to stand in a message to them: short, and without control characters.
public final class Excerpt {
    private static final int MAX_CHARACTERS = 40;

    private Excerpt() {}

    public static String of(String value) {
        var clean = value.codePoints()
                .limit(MAX_CHARACTERS)
                .map(c -> Character.isISOControl(c) || Character.getType(c) == Character.SURROGATE ? '?' : c)
                .collect(StringBuilder::new, StringBuilder::appendCodePoint, StringBuilder::append);
        return value.codePointCount(0, value.length()) > MAX_CHARACTERS ? clean + "…" : clean.toString();
    }

    /// Ids, all of them.
    public static String of(List<Integer> ids) {
        return ids.stream().map(String::valueOf).collect(Collectors.joining(", "));
    }
}
