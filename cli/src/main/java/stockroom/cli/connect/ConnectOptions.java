package stockroom.cli.connect;

import java.util.Optional;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;
import stockroom.cli.shell.Shell;

public class ConnectOptions {
    private final Shell shell;

    @Option(
            names = "--profile",
            paramLabel = "NAME",
            completionCandidates = ProfileNames.class,
            description = "The profile to use; it overrides the environment.")
    private @Nullable String profile;

    public ConnectOptions(Shell shell) {
        this.shell = shell;
    }

    public final Shell shell() {
        return shell;
    }

    public final Optional<AdminClient> clientIfAny() {
        return ChosenConnection.find(shell, profile).map(AdminClient::new);
    }

    public final AdminClient client() {
        return new AdminClient(ChosenConnection.choose(shell, profile));
    }
}
