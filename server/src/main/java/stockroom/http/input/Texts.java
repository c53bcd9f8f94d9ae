package stockroom.http.input;

import java.text.Normalizer;
import java.util.Optional;
import stockroom.http.failure.Excerpt;
import stockroom.http.failure.Failure;

/// Short texts that callers send: trimmed, in Unicode's composed form, without control characters.
public final class Texts {
    /// No more UTF-16 characters than this compose to one, so a longer text does not fit. Composing it to find out
    /// would take time that grows with the square of its length.
    private static final int MAX_COMPOSED = 8;

    private Texts() {}

    public static String upTo(int longest, String text) {
        return fitting(text, longest)
                .orElseThrow(() -> Failure.badRequest(InputMessage.TEXT_INVALID, Excerpt.of(text), longest));
    }

    /// The text, if it is no longer than this and has no control characters.
    public static Optional<String> fitting(String text, int longest) {
        var stripped = text.strip();
        if (isPlain(stripped)) {
            return stripped.length() <= longest ? Optional.of(stripped) : Optional.empty();
        }
        if (stripped.length() > MAX_COMPOSED * longest) {
            return Optional.empty();
        }
        var composed = Normalizer.normalize(stripped, Normalizer.Form.NFC);
        boolean fits = composed.codePointCount(0, composed.length()) <= longest
                && composed.codePoints()
                        .noneMatch(c -> Character.isISOControl(c) || Character.getType(c) == Character.SURROGATE);
        return fits ? Optional.of(composed) : Optional.empty();
    }

    /// Printable ASCII, as most texts are: nothing to compose, nothing to refuse.
    private static boolean isPlain(String text) {
        for (int i = 0; i < text.length(); i++) {
            if (text.charAt(i) < ' ' || text.charAt(i) > '~') {
                return false;
            }
        }
        return true;
    }
}
