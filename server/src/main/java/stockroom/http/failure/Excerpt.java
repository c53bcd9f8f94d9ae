package stockroom.http.failure;

import java.util.List;
import java.util.function.IntPredicate;
import java.util.stream.Collectors;

/// A caller's own value, fit to stand in a message to them: short, with what is wrong in it, and without control
/// characters.
public final class Excerpt {
    private static final int MAX_CHARACTERS = 40;

    private Excerpt() {}

    /// A long value is cut around its first control character, or in the middle.
    public static String of(String value) {
        return of(value, Excerpt::isUnprintable);
    }

    /// A long value is cut around its first wrong character, or in the middle.
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

    /// Ids, all of them.
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
