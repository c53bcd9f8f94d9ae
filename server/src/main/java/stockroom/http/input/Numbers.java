package stockroom.http.input;

import java.util.OptionalInt;
import java.util.OptionalLong;
import java.util.regex.Pattern;
import stockroom.http.failure.Excerpt;
import stockroom.http.failure.Failure;

/// Parses whole numbers in ASCII digits without leading zeros. Decimals may follow if all are 0, since some
/// languages write every number so.
public final class Numbers {
    private static final Pattern LIST = Pattern.compile("\\[.*|[0-9]+[,;| ，；、].*");

    private Numbers() {}

    public static int productId(String text) {
        return whole(text, 1, Integer.MAX_VALUE)
                .orElseThrow(() -> Failure.badRequest(InputMessage.ID_INVALID, excerpt(text)));
    }

    public static int productIdOfList(String text) {
        if (LIST.matcher(text).matches()) {
            throw Failure.badRequest(InputMessage.IDS_IN_ONE, excerpt(text));
        }
        return productId(text);
    }

    /// `most` limits the distance from zero.
    public static OptionalInt signed(String text, int most) {
        if (!text.startsWith("-")) {
            return whole(text, 0, most);
        }
        var number = whole(text.substring(1), 0, most);
        return number.isPresent() ? OptionalInt.of(-number.getAsInt()) : number;
    }

    public static String excerpt(String text) {
        return Excerpt.of(text, c -> (c < '0' || c > '9') && c != '.' && c != '-');
    }

    /// Returns `12` for `12.0`, and any other text unchanged.
    public static String withoutZeroDecimals(String text) {
        int dot = text.indexOf('.');
        int to = text.length();
        while (to > dot + 1 && text.charAt(to - 1) == '0') {
            to--;
        }
        return dot > 0 && to == dot + 1 && to < text.length() ? text.substring(0, dot) : text;
    }

    /// Returns the largest number if there are too many digits.
    public static OptionalLong digits(String text) {
        if (!text.matches("[0-9]+")) {
            return OptionalLong.empty();
        }
        return OptionalLong.of(text.length() > 18 ? Long.MAX_VALUE : Long.parseLong(text));
    }

    public static OptionalInt whole(String written, int least, int most) {
        var text = withoutZeroDecimals(written);
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
