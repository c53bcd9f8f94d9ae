package stockroom.http.input;

import java.util.OptionalInt;
import stockroom.http.failure.Excerpt;
import stockroom.http.failure.Failure;
import stockroom.http.failure.Violation;

/// Whole numbers as the wire writes them: ASCII digits, no leading zero, no full-width forms.
public final class Numbers {
    private Numbers() {}

    public static int productId(String text) {
        return whole(text, 1, Integer.MAX_VALUE)
                .orElseThrow(() -> new Failure.BadRequest(Violation.of(InputMessage.ID_INVALID, Excerpt.of(text))));
    }

    /// With or without a minus, at most so far from zero.
    public static OptionalInt signed(String text, int most) {
        if (!text.startsWith("-")) {
            return whole(text, 0, most);
        }
        var number = whole(text.substring(1), 0, most);
        return number.isPresent() ? OptionalInt.of(-number.getAsInt()) : number;
    }

    public static OptionalInt whole(String text, int least, int most) {
        if (text.isEmpty() || text.length() > 10 || (text.length() > 1 && text.charAt(0) == '0')) {
            return OptionalInt.empty();
        }
        long number = 0;
        for (int i = 0; i < text.length(); i++) {
            char c = text.charAt(i);
            if (c < '0' || c > '9') {
                return OptionalInt.empty();
            }
            number = number * 10 + (c - '0');
        }
        return number >= least && number <= most ? OptionalInt.of((int) number) : OptionalInt.empty();
    }
}
