package stockroom.people;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.Locale;
import java.util.Objects;
import java.util.Set;
import java.util.stream.Collectors;

/// The 10,000 most common passwords of the library zxcvbn. They are loaded when a password is first chosen.
final class CommonPasswords {
    private static final Set<String> ALL = load();

    private CommonPasswords() {}

    /// Most common passwords are shorter than ours, so a common one that is repeated is common, too.
    static boolean contain(String password) {
        var lower = password.toLowerCase(Locale.ROOT);
        for (int length = 1; length <= lower.length(); length++) {
            var beginning = lower.substring(0, length);
            if (lower.length() % length == 0
                    && (ALL.contains(beginning) || length == 1)
                    && beginning.repeat(lower.length() / length).equals(lower)) {
                return true;
            }
        }
        return false;
    }

    private static Set<String> load() {
        try (var file = Objects.requireNonNull(CommonPasswords.class.getResourceAsStream("common-passwords.txt"));
                var lines = new BufferedReader(new InputStreamReader(file, StandardCharsets.UTF_8))) {
            return lines.lines().collect(Collectors.toUnmodifiableSet());
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
