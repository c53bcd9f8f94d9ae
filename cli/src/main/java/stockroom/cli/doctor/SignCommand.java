package stockroom.cli.doctor;

import java.time.Instant;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import stockroom.cli.connect.AdminOptions;
import stockroom.cli.connect.CallOptions;
import stockroom.cli.shell.Shell;

@Command(
        name = "sign",
        description = {
            "Prints the four headers of a call of the merchant API, and a curl command to paste.",
            "",
            "The application's secret and the access token are read from STOCKROOM_CLI_SECRET and STOCKROOM_CLI_TOKEN; "
                    + "otherwise they are asked for, or read from standard input, one line each."
        },
        footer = "  stockroom sign --appid 10001 --path /Stock/List --data productid=7")
public final class SignCommand implements Runnable {
    private final Shell shell;

    @Mixin
    private final CallOptions to = new CallOptions();

    @Option(names = "--timestamp", paramLabel = "T", description = "Unix time in seconds (default: now).")
    private @Nullable Long timestamp;

    @Option(
            names = "--path",
            paramLabel = "PATH",
            defaultValue = "/Stock/Product",
            description = "The path to call (default: ${DEFAULT-VALUE}).")
    private String path = "";

    @Option(
            names = "--data",
            paramLabel = "TEXT",
            defaultValue = "page=1",
            description = "The form or JSON body to send (default: ${DEFAULT-VALUE}).")
    private String data = "";

    SignCommand(Shell shell) {
        this.shell = shell;
    }

    @Override
    public void run() {
        var credentials = new Credentials(shell);
        var secret = credentials.secret();
        var token = credentials.token().orElse(null);
        long at = timestamp == null ? Instant.now().getEpochSecond() : timestamp;
        var signed = SignedCall.of(to.url(), path, data, to.appid(), at, secret, token);
        var curl = signed.asCurl();
        if (secret.isSpaced()) {
            shell.err().println("Take care: the secret has a space or line end around it, and was signed with it.");
        }
        if (token == null) {
            shell.err().println("Take care: no access token (STOCKROOM_CLI_TOKEN); its header is left out.");
        }
        if (to.isJson()) {
            var object = AdminOptions.body();
            signed.headers().forEach(object.putObject("headers")::put);
            shell.out().println(object.put("curl", curl));
            return;
        }
        signed.headers().forEach((name, value) -> shell.out().println(name + ": " + value));
        shell.out().println("\n" + curl);
    }
}
