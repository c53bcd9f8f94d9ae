package stockroom.cli.doctor;

import java.util.Optional;
import stockroom.cli.shell.CommandFailure;
import stockroom.cli.shell.Secret;
import stockroom.cli.shell.Shell;

/// What a call is signed with: of the environment, else asked for. Never an argument, which every user of the machine
/// could read.
public record Credentials(Shell shell) {
    public Secret secret() {
        return shell.secret("STOCKROOM_CLI_SECRET", "Secret of the application: ")
                .orElseThrow(() -> CommandFailure.usage(
                        "no secret (expected: in STOCKROOM_CLI_SECRET, typed, or a line of standard input)"));
    }

    public Optional<Secret> token() {
        return shell.secret("STOCKROOM_CLI_TOKEN", "Access token (empty for none): ");
    }
}
