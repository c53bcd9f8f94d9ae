package stockroom.cli.doctor;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
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
            "Says exactly what is wrong with a call of the merchants' interface that is refused.",
            "",
            "Give it the headers of the call, or let it make one with --call. It never prints a secret, a token or a "
                    + "sign. Its exit code is 0 when nothing is wrong and 1 when there are findings.",
            "",
            "The application's secret and the access token are those of STOCKROOM_CLI_SECRET and STOCKROOM_CLI_TOKEN; "
                    + "else they are asked for. Where there is a connection to the admin interface (see: stockroom "
                    + "profile), the platform is asked about the application, the token and the merchant too."
        },
        footer = {
            "",
            "Example:",
            "  stockroom doctor --headers failing-call.txt --with-secret",
            "  curl -v ... 2>&1 | stockroom doctor --headers - --url http://127.0.0.1:8080",
            "  stockroom doctor --call --url http://127.0.0.1:8080 --appid 10001"
        })
public final class DoctorCommand implements Callable<Integer> {
    private final Shell shell;
    private final InstantSource clock;

    @Mixin
    private final ConnectOptions connect;

    @Option(
            names = "--header",
            paramLabel = "'NAME: VALUE'",
            description = "A header that was sent; repeated for each.")
    private List<String> header = new ArrayList<>();

    @Option(
            names = "--headers",
            paramLabel = "FILE",
            description = "Header lines, output of curl -v, or a curl command; - reads standard input.")
    private @Nullable Path headersFile;

    @Option(names = "--with-secret", description = "Looks whether the sign fits the secret, too.")
    private boolean withSecret;

    @Option(
            names = "--url",
            paramLabel = "URL",
            description = "Where the merchants' interface is: the time is measured by its clock.")
    private @Nullable String url;

    @Option(
            names = "--at",
            paramLabel = "T",
            description = "When the call was made, Unix time in seconds; now by default.")
    private @Nullable Long at;

    @Option(names = "--call", description = "Makes a signed call and explains the answer; needs --url and --appid.")
    private boolean call;

    @Option(names = "--appid", paramLabel = "N", description = "The application's id, for --call.")
    private @Nullable Long appid;

    @Option(
            names = "--path",
            paramLabel = "PATH",
            defaultValue = "/Stock/Product",
            description = "What --call calls (default: ${DEFAULT-VALUE}).")
    private String path = "";

    @Option(
            names = "--data",
            paramLabel = "TEXT",
            defaultValue = "page=1",
            description = "The form or JSON --call sends (default: ${DEFAULT-VALUE}).")
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

    /// When the server looked at the call.
    private record Moment(Evidence.Clock clock, long seconds) {
        Moment(Evidence.Clock clock, Instant instant) {
            this(clock, instant.getEpochSecond());
        }
    }

    @Override
    public Integer call() {
        var diagnosis = call ? callAndExplain() : explainHeaders();
        if (json) {
            shell.out().println(DiagnosisText.json(diagnosis));
        } else {
            shell.out().print(DiagnosisText.of(diagnosis));
        }
        return diagnosis.findings().isEmpty() ? ExitCode.DONE : ExitCode.REFUSED;
    }

    private Diagnosis callAndExplain() {
        if (url == null || appid == null) {
            throw new CommandFailure(ExitCode.USAGE, "--call: alone (expected: with --url and --appid)");
        }
        var credentials = new Credentials(shell);
        var secret = credentials.secret();
        var token = credentials.token().orElse(null);
        var signed = SignedCall.of(url, path, data, appid, clock.instant().getEpochSecond(), secret, token);
        var answer = signed.send();
        var moment = answer.date()
                .map(date -> new Moment(Evidence.Clock.ANSWER, date))
                .orElseGet(() -> new Moment(Evidence.Clock.OURS, clock.instant()));
        var diagnosis = explain(Headers.of(signed.headers()), moment, secret);
        if (answer.success() || diagnosis.explains(answer.code())) {
            return diagnosis;
        }
        return diagnosis.with(Finding.of(
                FindingKind.ANSWER,
                "the server answers HTTP %d %s: %s%s",
                answer.status(),
                Text.plain(answer.code()),
                Text.plain(answer.message()),
                answer.requestId().isEmpty() ? "" : " (request " + Text.plain(answer.requestId()) + ")"));
    }

    private Diagnosis explainHeaders() {
        var pasted = headersFile == null ? "" : pasted(headersFile);
        var headers = PastedHeaders.read(pasted);
        header.forEach(line -> PastedHeaders.readLine(line, headers));
        if (headers.isEmpty()) {
            throw new CommandFailure(
                    ExitCode.USAGE, "no headers (expected: --header 'name: value', --headers FILE, or --call)");
        }
        return explain(headers, moment(pasted), withSecret ? new Credentials(shell).secret() : null);
    }

    private Moment moment(String pasted) {
        if (at != null) {
            return new Moment(Evidence.Clock.GIVEN, at);
        }
        return PastedHeaders.dateOfAnswer(pasted)
                .map(date -> new Moment(Evidence.Clock.ANSWER, date))
                .or(() -> Optional.ofNullable(url)
                        .flatMap(SignedCall::clockOf)
                        .map(date -> new Moment(Evidence.Clock.SERVER, date)))
                .orElseGet(() -> new Moment(Evidence.Clock.OURS, clock.instant()));
    }

    private Diagnosis explain(Headers headers, Moment moment, @Nullable Secret secret) {
        Platform.Facts facts = null;
        var unasked = Evidence.NO_KEY;
        try (var client = connect.clientIfAny().orElse(null)) {
            facts = client == null ? null : new Platform(client).about(headers);
        } catch (CommandFailure e) {
            // the headers have enough to tell without it
            if (e.exitCode() != ExitCode.UNREACHABLE) {
                throw e;
            }
            unasked = Text.plain(String.valueOf(e.getMessage()));
        }
        return Diagnosis.of(new Evidence(headers, moment.seconds, moment.clock, secret, facts, unasked));
    }

    private String pasted(Path file) {
        try {
            return file.equals(Path.of("-"))
                    ? new String(shell.in().readAllBytes(), StandardCharsets.UTF_8)
                    : Files.readString(file);
        } catch (IOException e) {
            throw new CommandFailure(ExitCode.USAGE, "--headers: %s cannot be read".formatted(file));
        }
    }
}
