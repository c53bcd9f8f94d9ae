package stockroom.admin.operators;

import java.util.Arrays;
import java.util.List;
import java.util.Locale;

/// Each scope includes the ones before it.
public enum Scope {
    READ,
    /// Allows lifting closings and revoking tokens.
    SUPPORT,
    /// Allows every change except of operators' keys.
    WRITE,
    /// Allows creating and revoking operators' keys.
    KEYS;

    static final List<String> WORDS = Arrays.stream(values()).map(Scope::word).toList();

    public static Scope of(String word) {
        return Arrays.stream(values())
                .filter(scope -> scope.word().equals(word))
                .findFirst()
                .orElseThrow(() -> new IllegalArgumentException(
                        "scope: %s (expected: one of %s)".formatted(word, String.join(", ", WORDS))));
    }

    public static Scope ofMethod(String method) {
        return method.equals("GET") ? READ : WRITE;
    }

    String word() {
        return name().toLowerCase(Locale.ROOT);
    }

    boolean allows(Scope needed) {
        return compareTo(needed) >= 0;
    }
}
