package stockroom.catalog;

import java.text.Normalizer;
import java.util.Optional;
import stockroom.http.Message;
import stockroom.http.Shown;

/// Short texts that callers send: trimmed, in Unicode's composed form, without control characters.
final class Texts {
    private Texts() {}

    static String colour(String text) {
        return fitting(text, 64)
                .filter(colour -> !colour.isEmpty())
                .orElseThrow(() -> new BadValue(Message.COLOR_INVALID, Shown.of(text)));
    }

    static String barCode(String text) {
        return fitting(text, 64).orElseThrow(() -> new BadValue(Message.BAR_CODE_INVALID, Shown.of(text)));
    }

    static String upTo(int longest, String text) {
        return fitting(text, longest).orElseThrow(() -> new BadValue(Message.TEXT_INVALID, Shown.of(text), longest));
    }

    private static Optional<String> fitting(String text, int longest) {
        var clean = Normalizer.normalize(text.strip(), Normalizer.Form.NFC);
        boolean fits = clean.codePointCount(0, clean.length()) <= longest
                && clean.codePoints()
                        .noneMatch(c -> Character.isISOControl(c) || Character.getType(c) == Character.SURROGATE);
        return fits ? Optional.of(clean) : Optional.empty();
    }
}
