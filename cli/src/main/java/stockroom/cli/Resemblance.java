package stockroom.cli;

import java.util.Collection;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;

final class Resemblance {
    private static final int MAX_FOUND = 3;

    private Resemblance() {}

    /// Returns words that begin with the word or differ from it in few letters, best first.
    static List<String> of(String word, Collection<String> words) {
        int letters = word.replace("-", "").length();
        // a single letter resembles only itself
        int few = letters < 2 ? 0 : Math.max(1, letters / 3);
        return words.stream()
                .filter(other -> (other.startsWith(word) && word.length() > 2) || distance(word, other) <= few)
                .sorted(Comparator.<String>comparingInt(other -> distance(word, other))
                        .thenComparing(Comparator.naturalOrder()))
                .limit(MAX_FOUND)
                .toList();
    }

    /// Counts letters that are missing, extra, wrong, or swapped with the next one, ignoring case.
    private static int distance(String one, String other) {
        var a = one.toLowerCase(Locale.ROOT);
        var b = other.toLowerCase(Locale.ROOT);
        var steps = new int[a.length() + 1][b.length() + 1];
        for (int i = 0; i <= a.length(); i++) {
            for (int j = 0; j <= b.length(); j++) {
                if (i == 0 || j == 0) {
                    steps[i][j] = i + j;
                    continue;
                }
                boolean same = a.charAt(i - 1) == b.charAt(j - 1);
                int least = Math.min(steps[i - 1][j], steps[i][j - 1]) + 1;
                least = Math.min(least, steps[i - 1][j - 1] + (same ? 0 : 1));
                if (i > 1 && j > 1 && a.charAt(i - 1) == b.charAt(j - 2) && a.charAt(i - 2) == b.charAt(j - 1)) {
                    least = Math.min(least, steps[i - 2][j - 2] + 1);
                }
                steps[i][j] = least;
            }
        }
        return steps[a.length()][b.length()];
    }
}
