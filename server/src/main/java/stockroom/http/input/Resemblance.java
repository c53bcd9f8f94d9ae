package stockroom.http.input;

import java.util.Arrays;
import java.util.Collection;
import java.util.Locale;
import java.util.Optional;

public final class Resemblance {
    /// A longer text is no misspelt name.
    private static final int MAX_LENGTH = 40;

    private static final int MAX_EDITS = 2;
    /// A name needs this many characters for each edit, and to count as a part of another.
    private static final int CHARACTERS_PER_EDIT = 3;

    private static final int NONE = Integer.MAX_VALUE;

    private Resemblance() {}

    /// Returns the most similar name: equal but for case, `_` and `-`, few edits away, or a part of what was
    /// sent, as `page` is of `pageNo`.
    public static Optional<String> of(String sent, Collection<String> names) {
        if (sent.length() > MAX_LENGTH) {
            return Optional.empty();
        }
        var plain = plain(sent);
        String nearest = null;
        int least = NONE;
        for (var name : names) {
            int edits = edits(plain, plain(name));
            if (edits < least) {
                nearest = name;
                least = edits;
            }
        }
        return Optional.ofNullable(nearest);
    }

    private static String plain(String name) {
        return name.toLowerCase(Locale.ROOT).replace("_", "").replace("-", "");
    }

    private static int edits(String sent, String name) {
        int shorter = Math.min(sent.length(), name.length());
        int most = Math.min(MAX_EDITS, shorter / CHARACTERS_PER_EDIT);
        if (Math.abs(sent.length() - name.length()) <= most) {
            int edits = distance(sent, name);
            if (edits <= most) {
                return edits;
            }
        }
        boolean isPart = name.length() >= CHARACTERS_PER_EDIT && (sent.startsWith(name) || sent.endsWith(name));
        return isPart ? MAX_EDITS + 1 : NONE;
    }

    private static int distance(String a, String b) {
        var rows = new int[a.length() + 1][b.length() + 1];
        Arrays.setAll(rows[0], j -> j);
        for (int i = 1; i <= a.length(); i++) {
            rows[i][0] = i;
            for (int j = 1; j <= b.length(); j++) {
                int replaced = rows[i - 1][j - 1] + (a.charAt(i - 1) == b.charAt(j - 1) ? 0 : 1);
                rows[i][j] = Math.min(replaced, 1 + Math.min(rows[i - 1][j], rows[i][j - 1]));
                if (i > 1 && j > 1 && a.charAt(i - 1) == b.charAt(j - 2) && a.charAt(i - 2) == b.charAt(j - 1)) {
                    rows[i][j] = Math.min(rows[i][j], 1 + rows[i - 2][j - 2]);
                }
            }
        }
        return rows[a.length()][b.length()];
    }
}
