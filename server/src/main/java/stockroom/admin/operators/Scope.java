package stockroom.admin.operators;

import java.util.Arrays;
import java.util.List;

/// What an operator's key may do.
public enum Scope {
    READ("read"),
    WRITE("write");

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

    String word() {
        return word;
    }

    boolean allows(String method) {
        return this == WRITE || method.equals("GET");
    }
}
