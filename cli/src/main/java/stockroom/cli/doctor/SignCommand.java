package stockroom.cli.doctor;

import java.io.BufferedReader;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.time.InstantSource;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;
import stockroom.cli.CommandFailure;
import stockroom.cli.ExitCode;
import tools.jackson.databind.json.JsonMapper;

/// `stockroom sign`
@Command(
        name = "sign",
        mixinStandardHelpOptions = true,
        sortOptions = false,
        description = "Prints the four headers of a call of the merchants' interface, and a curl command to paste.",
        footer = {
            "",
            "Secret and access token are those of STOCKROOM_CLI_SECRET and STOCKROOM_CLI_TOKEN; else they are asked for,"
                    + " or read from standard input, a line each.",
            "",
            "Example:",
            "  stockroom sign --appid 10001 --path /Stock/List --data productid=7"
        })
public final class SignCommand implements Callable<Integer> {
    private final Asked asked;

    @Spec
    @Nullable
    CommandSpec spec;

    @Option(names = "--appid", paramLabel = "N", required = true, description = "the application's id")
    long appid;

    @Option(names = "--timestamp", paramLabel = "T", description = "Unix time in seconds (default: now)")
    @Nullable
    Long timestamp;

    @Option(
            names = "--url",
            defaultValue = "http://127.0.0.1:8080",
            description = "of the server (default: ${DEFAULT-VALUE})")
    String url = "";

    @Option(names = "--path", defaultValue = "/Stock/Product", description = "of the call (default: ${DEFAULT-VALUE})")
    String path = "";

    @Option(names = "--data", defaultValue = "page=1", description = "form or JSON to send (default: ${DEFAULT-VALUE})")
    String data = "";

    @Option(names = "--json", description = "print an object")
    boolean json;

    public SignCommand() {
        this(new Asked(System.getenv(), Terminal.ofThisProcess(), standardInput()));
    }

    SignCommand(Asked asked) {
        this.asked = asked;
    }

    private static BufferedReader standardInput() {
        return new BufferedReader(new InputStreamReader(System.in, StandardCharsets.UTF_8));
    }

    @Override
    public Integer call() {
        var out = Objects.requireNonNull(spec).commandLine();
        var secret = asked.secret()
                .orElseThrow(() -> new CommandFailure(
                        ExitCode.USAGE,
                        "no secret (expected: in STOCKROOM_CLI_SECRET, or as a line of standard input)"));
        var token = asked.token().orElse(null);
        long at = timestamp == null ? InstantSource.system().instant().getEpochSecond() : timestamp;
        var signed = SignedCall.of(url, path, data, appid, at, secret, token);
        if (!secret.reveal().equals(secret.reveal().strip())) {
            out.getErr().println("note: the secret has a space or line end around it, and was signed with it");
        }
        if (token == null) {
            out.getErr()
                    .println(
                            "note: no access token (expected: in STOCKROOM_CLI_TOKEN); the accesstoken header is left out");
        }
        out.getErr().flush();
        if (json) {
            out.getOut().println(asJson(signed));
        } else {
            signed.headers().forEach((name, value) -> out.getOut().println(name + ": " + value));
            out.getOut().println();
            out.getOut().println(signed.asCurl());
        }
        out.getOut().flush();
        return ExitCode.DONE;
    }

    private static String asJson(SignedCall signed) {
        Map<String, Object> fields = new LinkedHashMap<>();
        fields.put("headers", signed.headers());
        fields.put("curl", signed.asCurl());
        return JsonMapper.shared().writeValueAsString(fields);
    }
}
