package stockroom.admin.operators;

import java.util.Arrays;
import java.util.List;

/// What an operator's key may do; each may also do what those before it may.
public enum Scope {
    /// Look at everything.
    READ("read"),
    /// Help callers at once: lift closings, revoke tokens.
    SUPPORT("support"),
    /// Change everything but operators' keys.
    WRITE("write"),
    /// Make and revoke operators' keys.
    KEYS("keys");

    static final List<String> WORDS =
            Arrays.stream(values()).map(scope -> scope.word).toList();

    private final String word;

    Scope(String word) {
        this.word = word;
    }

    public static Scope of(String word) {
        return Arrays.stream(values())
                .filter(scope -> scope.word.equals(word))
                .findFirst()
                .orElseThrow(() -> new IllegalArgumentException(
                        "scope: %s (expected: one of %s)".formatted(word, String.join(", ", WORDS))));
    }

    /// What a method needs, unless its path needs another.
    public static Scope ofMethod(String method) {
        return method.equals("GET") ? READ : WRITE;
    }

    String word() {
        return word;
    }

    boolean allows(Scope needed) {
        return compareTo(needed) >= 0;
    }
}
