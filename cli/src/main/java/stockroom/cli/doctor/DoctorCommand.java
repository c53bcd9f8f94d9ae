package stockroom.cli.doctor;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.concurrent.Callable;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;
import stockroom.cli.CommandFailure;
import stockroom.cli.ExitCode;

/// `stockroom doctor`
@Command(
        name = "doctor",
        mixinStandardHelpOptions = true,
        sortOptions = false,
        description = "Says exactly what is wrong with a call of the merchants' interface that is refused.",
        footer = {
            "",
            "Give it the headers of the call, or let it make one. It never prints a secret, a token or a sign.",
            "",
            "With --with-secret or --call the secret is that of STOCKROOM_CLI_SECRET, else it is asked for; the token"
                    + " of --call that of STOCKROOM_CLI_TOKEN. With an operator's key (STOCKROOM_CLI_ADDRESS,"
                    + " STOCKROOM_CLI_KEY) it also asks the platform about the application, the token and the merchant.",
            "",
            "Exit code: 0 nothing wrong, 1 a fault was found.",
            "",
            "Examples:",
            "  stockroom doctor --headers failing-call.txt --with-secret",
            "  curl -v ... 2>&1 | stockroom doctor --headers - --url http://127.0.0.1:8080",
            "  stockroom doctor --call --url http://127.0.0.1:8080 --appid 10001"
        })
public final class DoctorCommand implements Callable<Integer> {
    private final Map<String, String> environment;
    private final BufferedReader input;
    private final InstantSource clock;

    @Spec
    @Nullable
    CommandSpec spec;

    @Option(names = "--header", paramLabel = "'NAME: VALUE'", description = "a header that was sent; repeat for each")
    List<String> header = new ArrayList<>();

    @Option(
            names = "--headers",
            paramLabel = "FILE",
            description = "header lines, output of curl -v, or a curl command; - is standard input")
    @Nullable
    String headersFile;

    @Option(names = "--with-secret", description = "also see whether the sign fits the secret")
    boolean withSecret;

    @Option(names = "--url", description = "of the server: the time is measured by its clock")
    @Nullable
    String url;

    @Option(
            names = "--at",
            paramLabel = "T",
            description = "when the call was made, Unix time in seconds (default: now)")
    @Nullable
    Long at;

    @Option(names = "--call", description = "make a signed call and explain the answer; needs --url and --appid")
    boolean call;

    @Option(names = "--appid", paramLabel = "N", description = "the application's id, for --call")
    @Nullable
    Long appid;

    @Option(names = "--path", defaultValue = "/Stock/Product", description = "for --call (default: ${DEFAULT-VALUE})")
    String path = "";

    @Option(names = "--data", defaultValue = "page=1", description = "for --call (default: ${DEFAULT-VALUE})")
    String data = "";

    @Option(names = "--json", description = "print an object")
    boolean json;

    public DoctorCommand() {
        this(
                System.getenv(),
                new BufferedReader(new InputStreamReader(System.in, StandardCharsets.UTF_8)),
                InstantSource.system());
    }

    DoctorCommand(Map<String, String> environment, BufferedReader input, InstantSource clock) {
        this.environment = environment;
        this.input = input;
        this.clock = clock;
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
        var out = Objects.requireNonNull(spec).commandLine().getOut();
        out.print(json ? DiagnosisText.json(diagnosis) : DiagnosisText.of(diagnosis));
        out.flush();
        return diagnosis.findings().isEmpty() ? ExitCode.DONE : ExitCode.REFUSED;
    }

    private Diagnosis callAndExplain() {
        if (url == null || appid == null) {
            throw new CommandFailure(ExitCode.USAGE, "--call: alone (expected: with --url and --appid)");
        }
        var secret = secret();
        var token = asked().token().orElse(null);
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
                Fault.ANSWER,
                "the server answers HTTP %d %s: %s%s",
                answer.status(),
                answer.code(),
                answer.message(),
                answer.requestId().isEmpty() ? "" : " (request " + answer.requestId() + ")"));
    }

    private Diagnosis explainHeaders() {
        var pasted = headersFile == null ? "" : pasted(headersFile);
        var headers = PastedHeaders.read(pasted);
        header.forEach(line -> PastedHeaders.readLine(line, headers));
        if (headers.isEmpty()) {
            throw new CommandFailure(
                    ExitCode.USAGE, "no headers (expected: --header 'name: value', --headers FILE, or --call)");
        }
        return explain(headers, moment(pasted), withSecret ? secret() : null);
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

    private Diagnosis explain(Headers headers, Moment moment, @Nullable Hidden secret) {
        var facts = platform().map(platform -> platform.about(headers)).orElse(null);
        return Diagnosis.of(new Evidence(headers, moment.seconds, moment.clock, secret, facts));
    }

    private String pasted(String file) {
        try {
            return file.equals("-") ? input.lines().collect(Collectors.joining("\n")) : Files.readString(Path.of(file));
        } catch (IOException e) {
            throw new CommandFailure(ExitCode.USAGE, "--headers: %s cannot be read".formatted(file));
        }
    }

    private Hidden secret() {
        return asked().secret()
                .orElseThrow(() -> new CommandFailure(
                        ExitCode.USAGE, "no secret (expected: in STOCKROOM_CLI_SECRET, or typed when asked)"));
    }

    private Asked asked() {
        return new Asked(environment, Terminal.ofThisProcess(), input);
    }

    private Optional<Platform> platform() {
        var address = environment.get("STOCKROOM_CLI_ADDRESS");
        var key = environment.get("STOCKROOM_CLI_KEY");
        return address == null || key == null
                ? Optional.empty()
                : Optional.of(new AdminPlatform(address, new Hidden(key)));
    }
}
