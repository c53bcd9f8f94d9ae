package stockroom.cli.doctor;

import java.io.BufferedReader;
import java.io.Console;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/// Where secret and token come from: the environment, else the person at the terminal, without echo, else a line of
/// standard input. Never an argument, which every user of the machine could read.
final class Asked {
    private static final String SECRET = "STOCKROOM_CLI_SECRET";
    private static final String TOKEN = "STOCKROOM_CLI_TOKEN";

    private final Map<String, String> environment;
    private final @Nullable Console terminal;
    private final BufferedReader input;

    Asked(Map<String, String> environment, @Nullable Console terminal, BufferedReader input) {
        this.environment = environment;
        this.terminal = terminal;
        this.input = input;
    }

    Optional<Hidden> secret() {
        return ask(SECRET, "Secret of the application: ");
    }

    Optional<Hidden> token() {
        return ask(TOKEN, "Access token (empty for none): ");
    }

    private Optional<Hidden> ask(String name, String prompt) {
        var set = environment.get(name);
        if (set != null) {
            return Optional.of(new Hidden(set)).filter(hidden -> !set.isEmpty());
        }
        try {
            var typed = terminal != null ? typed(terminal, prompt) : input.readLine();
            return Optional.ofNullable(typed).filter(text -> !text.isEmpty()).map(Hidden::new);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static @Nullable String typed(Console terminal, String prompt) {
        var typed = terminal.readPassword(prompt);
        return typed == null ? null : new String(typed);
    }
}
