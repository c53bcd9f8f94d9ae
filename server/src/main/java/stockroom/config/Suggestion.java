package stockroom.config;

import java.util.Collection;
import java.util.Comparator;
import java.util.Optional;

public final class Suggestion {
    private Suggestion() {}

    /// Returns the most similar name, unless more than a third of its letters differ.
    public static Optional<String> of(String typed, Collection<String> names) {
        return names.stream()
                .min(Comparator.comparingInt((String name) -> changes(typed, name))
                        .thenComparing(Comparator.naturalOrder()))
                .filter(name -> 3 * changes(typed, name) <= Math.max(name.length(), 6));
    }

    private static int changes(String from, String to) {
        var changes = new int[from.length() + 1][to.length() + 1];
        for (int i = 0; i <= from.length(); i++) {
            for (int j = 0; j <= to.length(); j++) {
                if (i == 0 || j == 0) {
                    changes[i][j] = i + j;
                    continue;
                }
                int replaced = changes[i - 1][j - 1] + (from.charAt(i - 1) == to.charAt(j - 1) ? 0 : 1);
                changes[i][j] = Math.min(replaced, 1 + Math.min(changes[i - 1][j], changes[i][j - 1]));
                if (i > 1
                        && j > 1
                        && from.charAt(i - 1) == to.charAt(j - 2)
                        && from.charAt(i - 2) == to.charAt(j - 1)) {
                    changes[i][j] = Math.min(changes[i][j], 1 + changes[i - 2][j - 2]);
                }
            }
        }
        return changes[from.length()][to.length()];
    }
}
