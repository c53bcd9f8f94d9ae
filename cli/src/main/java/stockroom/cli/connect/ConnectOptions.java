package stockroom.cli.connect;

import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;
import stockroom.cli.Shell;

/// The option of every command that speaks to the server.
public class ConnectOptions {
    private final Shell shell;

    @Option(
            names = "--profile",
            paramLabel = "NAME",
            description = "The connection to use, before anything the environment says.")
    private @Nullable String profile;

    public ConnectOptions(Shell shell) {
        this.shell = shell;
    }

    public final Shell shell() {
        return shell;
    }

    public final AdminClient client() {
        return new AdminClient(ChosenConnection.choose(shell, profile));
    }
}
