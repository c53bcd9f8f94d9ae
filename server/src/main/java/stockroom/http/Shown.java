package stockroom.http;

import java.util.List;
import java.util.stream.Collectors;

/// A caller's own value, fit to stand in a message to them: short, and without control characters.
public final class Shown {
    private static final int MOST = 40;

    private Shown() {}

    public static String of(String value) {
        var clean = value.codePoints()
                .limit(MOST)
                .map(c -> Character.isISOControl(c) || Character.getType(c) == Character.SURROGATE ? '?' : c)
                .collect(StringBuilder::new, StringBuilder::appendCodePoint, StringBuilder::append);
        return value.codePointCount(0, value.length()) > MOST ? clean + "…" : clean.toString();
    }

    /// Ids, all of them.
    public static String of(List<Integer> ids) {
        return ids.stream().map(String::valueOf).collect(Collectors.joining(", "));
    }
}
