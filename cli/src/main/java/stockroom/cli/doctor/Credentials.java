package stockroom.cli.doctor;

import java.util.Optional;
import stockroom.cli.shell.CommandFailure;
import stockroom.cli.shell.Secret;
import stockroom.cli.shell.Shell;

/// Reads the secret and token from the environment or asks for them. They are never arguments, which other users of
/// the machine could read.
public record Credentials(Shell shell) {
    private static final String SECRET = "STOCKROOM_CLI_SECRET";

    public Secret secret() {
        return shell.secret(SECRET, "Secret of the application: ")
                .orElseThrow(() -> CommandFailure.usage(
                        "no secret (expected: in STOCKROOM_CLI_SECRET, typed, or a line of standard input)"));
    }

    Optional<Secret> givenSecret() {
        return shell.secret(SECRET).filter(secret -> !secret.reveal().isEmpty());
    }

    public Optional<Secret> token() {
        return shell.secret("STOCKROOM_CLI_TOKEN", "Access token (empty for none): ");
    }
}
