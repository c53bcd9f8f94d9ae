package stockroom.cli.doctor;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import stockroom.cli.connect.ConnectOptions;
import stockroom.cli.shell.CommandFailure;
import stockroom.cli.shell.ExitCode;
import stockroom.cli.shell.Secret;
import stockroom.cli.shell.Shell;
import stockroom.cli.show.Text;

@Command(
        name = "doctor",
        description = {
            "Explains why a call of the merchant API is refused.",
            "",
            "Give it the headers of the call, or let it make a call with --call. It never prints a secret, a token "
                    + "or a sign. Its exit code is 0 when nothing is wrong and 1 when there are findings.",
            "",
            "The application's secret and the access token are read from STOCKROOM_CLI_SECRET and STOCKROOM_CLI_TOKEN; "
                    + "otherwise --call and --with-secret ask for them. With a connection to the admin API (see: "
                    + "stockroom profile), doctor also checks the application, the token and the merchant."
        },
        footer = {
            "  stockroom doctor --headers failing-call.txt",
            "  curl -v ... 2>&1 | stockroom doctor --headers - --url http://127.0.0.1:8080",
            "  stockroom doctor --call --url http://127.0.0.1:8080 --appid 10001"
        })
public final class DoctorCommand implements Callable<Integer> {
    static final String NO_KEY = "needs an operator's key: stockroom profile set";

    private final Shell shell;
    private final InstantSource clock;

    @Mixin
    private final ConnectOptions connect;

    @Option(
            names = "--header",
            paramLabel = "'NAME: VALUE'",
            description = "A header that was sent; repeat the option for each header.")
    private List<String> header = new ArrayList<>();

    @Option(
            names = "--headers",
            paramLabel = "FILE",
            description = "Header lines, output of curl -v, or a curl command; - reads standard input.")
    private @Nullable Path headersFile;

    @Option(
            names = "--with-secret",
            description = "Asks for the secret if it is not in STOCKROOM_CLI_SECRET, and checks the sign against it.")
    private boolean withSecret;

    @Option(
            names = "--url",
            paramLabel = "URL",
            description = "Address of the merchant API; the timestamp is compared with its clock.")
    private @Nullable String url;

    @Option(names = "--at", paramLabel = "T", description = "Time of the call as Unix time in seconds (default: now).")
    private @Nullable Long at;

    @Option(names = "--call", description = "Makes a signed call and explains the response; needs --url and --appid.")
    private boolean call;

    @Option(names = "--appid", paramLabel = "N", description = "The application's id, for --call.")
    private @Nullable Long appid;

    @Option(
            names = "--path",
            paramLabel = "PATH",
            defaultValue = "/Stock/Product",
            description = "The path that --call requests (default: ${DEFAULT-VALUE}).")
    private String path = "";

    @Option(
            names = "--data",
            paramLabel = "TEXT",
            defaultValue = "page=1",
            description = "The form or JSON body that --call sends (default: ${DEFAULT-VALUE}).")
    private String data = "";

    @Option(names = "--json", description = "Prints JSON, for programs.")
    private boolean json;

    DoctorCommand(Shell shell) {
        this(shell, InstantSource.system());
    }

    DoctorCommand(Shell shell, InstantSource clock) {
        this.shell = shell;
        this.clock = clock;
        this.connect = new ConnectOptions(shell);
    }

    @Override
    public Integer call() {
        var diagnosis = call ? callAndExplain() : explainHeaders();
        if (json) {
            shell.out().println(diagnosis.json());
        } else {
            shell.screen().say(diagnosis.text().stripTrailing());
        }
        return diagnosis.findings().isEmpty() ? ExitCode.DONE : ExitCode.REFUSED;
    }

    private Diagnosis callAndExplain() {
        if (url == null || appid == null) {
            throw CommandFailure.usage("--call: alone (expected: with --url and --appid)");
        }
        var credentials = new Credentials(shell);
        var secret = credentials.secret();
        var token = credentials.token().orElse(null);
        var signed = SignedCall.of(url, path, data, appid, clock.instant().getEpochSecond(), secret, token);
        var answer = signed.send();
        var headers = new Headers();
        signed.headers().forEach(headers::add);
        var diagnosis = explain(headers, answer.moment().orElseGet(this::now), secret);
        if (!answer.body().path("success").asBoolean(false) && !diagnosis.explains(answer.text("code"))) {
            var request = answer.text("requestId");
            FindingKind.ANSWER
                    .found(
                            "the server responds HTTP %d %s: %s%s",
                            answer.status(),
                            answer.text("code"),
                            answer.text("msg"),
                            request.isEmpty() ? "" : " (request " + request + ")")
                    .ifPresent(diagnosis::add);
        }
        return diagnosis;
    }

    private Diagnosis explainHeaders() {
        var pasted = headersFile == null ? "" : pasted(headersFile);
        var headers = Headers.pasted(pasted);
        header.forEach(headers::addLine);
        if (headers.names().isEmpty()) {
            throw CommandFailure.usage("no headers (expected: --header 'name: value', --headers FILE, or --call)");
        }
        return explain(headers, moment(pasted), secret());
    }

    private @Nullable Secret secret() {
        var credentials = new Credentials(shell);
        return withSecret ? credentials.secret() : credentials.givenSecret().orElse(null);
    }

    private Moment moment(String pasted) {
        if (at != null) {
            return new Moment(Moment.Clock.GIVEN, at);
        }
        return Moment.pasted(pasted)
                .or(() -> Optional.ofNullable(url).flatMap(SignedCall::momentAt))
                .orElseGet(this::now);
    }

    private Moment now() {
        return new Moment(Moment.Clock.OURS, clock.instant().getEpochSecond());
    }

    private Diagnosis explain(Headers headers, Moment moment, @Nullable Secret secret) {
        try (var client = connect.clientIfAny().orElse(null)) {
            var platform = client == null ? null : Platform.of(client);
            return Diagnosis.of(headers, moment, secret, platform, NO_KEY);
        } catch (CommandFailure e) {
            // the headers can be checked without the server
            if (e.exitCode() != ExitCode.UNREACHABLE) {
                throw e;
            }
            return Diagnosis.of(headers, moment, secret, null, Text.plain(String.valueOf(e.getMessage())));
        }
    }

    private String pasted(Path file) {
        try {
            return file.equals(Path.of("-"))
                    ? new String(shell.in().readAllBytes(), StandardCharsets.UTF_8)
                    : Files.readString(file);
        } catch (IOException e) {
            throw CommandFailure.usage("--headers: %s cannot be read", file);
        }
    }
}
