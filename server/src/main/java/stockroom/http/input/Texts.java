package stockroom.http.input;

import java.text.Normalizer;
import java.util.Optional;
import stockroom.http.failure.Excerpt;
import stockroom.http.failure.Failure;

/// Normalises texts: trimmed, in Unicode's composed form, without control characters.
public final class Texts {
    /// At most this many UTF-16 characters compose to one. Composing longer texts takes quadratic time.
    private static final int MAX_COMPOSED = 8;

    private Texts() {}

    public static String upTo(int longest, String text) {
        return fitting(text, longest)
                .orElseThrow(() -> Failure.badRequest(InputMessage.TEXT_INVALID, Excerpt.of(text), longest));
    }

    /// Returns empty if the text is too long or has control characters.
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

    /// Most texts are printable ASCII, which needs no composing and no checks.
    private static boolean isPlain(String text) {
        for (int i = 0; i < text.length(); i++) {
            if (text.charAt(i) < ' ' || text.charAt(i) > '~') {
                return false;
            }
        }
        return true;
    }
}
