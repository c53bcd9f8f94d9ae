package stockroom.http.failure;

import java.util.List;
import java.util.function.IntPredicate;
import java.util.stream.Collectors;

/// Shortens a caller's value for a message and escapes control characters.
public final class Excerpt {
    private static final int MAX_CHARACTERS = 40;

    private Excerpt() {}

    public static String of(String value) {
        return of(value, Excerpt::isUnprintable);
    }

    /// Cuts a long value around its first wrong character, or in the middle.
    public static String of(String value, IntPredicate wrong) {
        var characters = value.codePoints().toArray();
        if (characters.length <= MAX_CHARACTERS) {
            return shown(characters, 0, characters.length);
        }
        int at = 0;
        while (at < characters.length && !wrong.test(characters[at])) {
            at++;
        }
        if (at == characters.length) {
            int half = MAX_CHARACTERS / 2;
            return shown(characters, 0, half) + "…" + shown(characters, characters.length - half, characters.length);
        }
        int from = Math.clamp(at - MAX_CHARACTERS / 2, 0, characters.length - MAX_CHARACTERS);
        int to = from + MAX_CHARACTERS;
        return (from > 0 ? "…" : "") + shown(characters, from, to) + (to < characters.length ? "…" : "");
    }

    public static String of(List<Integer> ids) {
        return ids.stream().map(String::valueOf).collect(Collectors.joining(", "));
    }

    private static boolean isUnprintable(int character) {
        return Character.isISOControl(character) || Character.getType(character) == Character.SURROGATE;
    }

    private static String shown(int[] characters, int from, int to) {
        var shown = new StringBuilder();
        for (int i = from; i < to; i++) {
            if (isUnprintable(characters[i])) {
                shown.append("\\u%04x".formatted(characters[i]));
            } else {
                shown.appendCodePoint(characters[i]);
            }
        }
        return shown.toString();
    }
}
