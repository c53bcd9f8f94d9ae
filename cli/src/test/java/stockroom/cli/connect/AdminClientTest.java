package stockroom.cli.connect;

import static org.assertj.core.api.Assertions.assertThat;

import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.io.PipedInputStream;
import java.io.PipedOutputStream;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import stockroom.cli.TestShell;
import stockroom.cli.shell.ExitCode;

/// Tests responses that a healthy server never sends.
@Tag("slow")
class AdminClientTest {
    private static final String PRODUCT = "{\"artNo\":\"1\",\"title\":\"T\",\"price\":\"1\",\"images\":[\"a\"]}\n";

    @TempDir
    Path home;

    private final List<String> requests = new ArrayList<>();
    private HttpServer server;
    private int passes;
    private int failures;
    private int status = 503;
    private String body =
            "{\"success\":false,\"msg\":\"not now\",\"code\":\"UNAVAILABLE\",\"requestId\":\"00000000000000ab\"}";

    @BeforeEach
    void start() throws IOException {
        server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
        server.createContext("/", call -> {
            call.getRequestBody().readAllBytes();
            requests.add(call.getRequestMethod() + " " + call.getRequestURI());
            boolean fails = requests.size() > passes && requests.size() <= passes + failures;
            var answer = (fails ? body : "{\"items\":[],\"next\":null}").getBytes(StandardCharsets.UTF_8);
            call.getResponseHeaders().add("Retry-After", "0");
            call.sendResponseHeaders(fails ? status : 200, answer.length);
            call.getResponseBody().write(answer);
            call.close();
        });
        server.start();
    }

    @AfterEach
    void stop() {
        server.stop(0);
    }

    private TestShell.Outcome run(String... arguments) {
        return shell().run(arguments);
    }

    private TestShell shell() {
        return new TestShell(home)
                .with(
                        "STOCKROOM_CLI_ADDRESS",
                        "http://127.0.0.1:" + server.getAddress().getPort())
                .with("STOCKROOM_CLI_KEY", "a-key");
    }

    @Test
    void aReadIsTriedFourTimes() {
        failures = 3;
        assertThat(run("merchant", "list").code()).isZero();
        assertThat(requests).hasSize(4);
    }

    @Test
    void thenItIsGivenUpWithTheServersWords() {
        failures = 4;
        var outcome = run("merchant", "list");

        assertThat(outcome.code()).isEqualTo(ExitCode.UNREACHABLE);
        assertThat(outcome.err()).contains("not now", "UNAVAILABLE", "00000000000000ab");
        assertThat(requests).hasSize(4);
    }

    @Test
    void aChangeIsSentOnce() {
        failures = 1;

        assertThat(run("merchant", "suspend", "1").code()).isEqualTo(ExitCode.UNREACHABLE);
        assertThat(requests).containsExactly("PATCH /admin/v1/merchants/1");
    }

    @Test
    void anAnswerThatIsNotTheServicesIsNamedAsThat() {
        failures = 1;
        status = 404;
        body = "<html>\u001b[2J nginx";

        var outcome = run("merchant", "show", "1");

        assertThat(outcome.code()).isEqualTo(ExitCode.REFUSED);
        assertThat(outcome.err()).contains("HTTP 404", "nginx", "admin API").doesNotContain("\u001b");
    }

    @Test
    void anotherServersNotFoundDoesNotMeanThatAnApplicationIsUnknown() {
        failures = 1;
        status = 404;
        body = "<html>nginx";

        var outcome = run("doctor", "--header", "appid: 1");

        assertThat(outcome.err()).contains("is this the address of the admin API?");
        assertThat(outcome.out()).isEmpty();
    }

    @Test
    void aPathTheServiceDoesNotKnowDoesNotMeanThatThereIsNoSuchThing() {
        failures = 2;
        status = 404;
        body = "{\"success\":false,\"msg\":\"no such path\",\"code\":\"PATH_UNKNOWN\"}";

        var shown = run("merchant", "show", "1");
        var diagnosed = run("doctor", "--header", "appid: 1");

        assertThat(shown.code()).isEqualTo(ExitCode.REFUSED);
        assertThat(shown.err()).contains("no such path", "is this the address of the admin API?");
        assertThat(diagnosed.err()).contains("is this the address of the admin API?");
        assertThat(diagnosed.out()).isEmpty();
    }

    @Test
    void onlyTheAdminInterfacesOwnWordMeansThatThereIsNoSuchThing() {
        failures = 1;
        status = 404;
        body = "{\"success\":false,\"msg\":\"no merchant 1\",\"code\":\"NOT_FOUND\"}";

        var outcome = run("merchant", "show", "1");

        assertThat(outcome.code()).isEqualTo(ExitCode.NOT_FOUND);
        assertThat(outcome.err()).contains("no merchant 1").doesNotContain("is this the address");
    }

    @Test
    void theDoctorGoesOnWithoutAPlatformThatDoesNotAnswer() {
        failures = 4;

        var outcome = run("doctor", "--header", "appid: 1");

        assertThat(outcome.code()).isEqualTo(ExitCode.REFUSED);
        assertThat(outcome.out()).contains("Not checked:").containsPattern("belong together \\(not now");
    }

    @Test
    void anImportThatWaitsSaysWhatTheServerAnswered() {
        passes = 1;
        failures = 1;

        var outcome = shell().typing(PRODUCT).run("import", "products", "1", "-", "--rejects", home + "/rejects.csv");

        assertThat(outcome.code()).isZero();
        assertThat(outcome.err()).startsWith("HTTP 503, next try in ").hasLineCount(1);
    }

    @Test
    @Timeout(value = 120, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
    void anImportThatIsRefusedDoesNotWaitForTheRestOfStandardInput() throws IOException {
        for (var format : List.of("ndjson", "csv")) {
            requests.clear();
            passes = 1;
            failures = 1;
            status = 400;
            var line = format.equals("csv") ? "1,T,1,a\n" : PRODUCT;
            var begin = (format.equals("csv") ? "artNo,title,price,images\n" : "") + line.repeat(7_000);
            try (var neverEnds = new PipedOutputStream();
                    var in = new PipedInputStream(neverEnds, 2 * begin.length())) {
                neverEnds.write(begin.getBytes(StandardCharsets.UTF_8));

                var outcome = shell().reading(in)
                        .run("import", "products", "1", "-", "--format", format, "--rejects", home + "/r.csv");

                assertThat(outcome.code()).isEqualTo(ExitCode.REFUSED);
                assertThat(outcome.err()).contains("not now", "up to line 0 was imported");
            }
        }
    }

    @Test
    void anExportThatFailsLeavesNothingBehind() {
        failures = 1;
        status = 400;

        var outcome = run("export", "stock", "1", "--output", home + "/stock.csv");
        var unknown = run("export", "stock", "1", "--output", home + "/stock.txt");

        assertThat(outcome.code()).isEqualTo(ExitCode.REFUSED);
        assertThat(unknown.code()).isEqualTo(ExitCode.USAGE);
        assertThat(home).isEmptyDirectory();
    }

    @Test
    void aRedirectIsNotFollowedWithTheKey() {
        failures = 1;
        status = 302;

        assertThat(run("merchant", "show", "1").code()).isEqualTo(ExitCode.REFUSED);
        assertThat(requests).hasSize(1);
    }

    @Test
    void everyPartOfAFailureIsShownOnItsOwnLine() {
        failures = 1;
        status = 400;
        body = """
                {"success":false,"msg":"2 faults","code":"VALUE_INVALID","requestId":"00000000000000ab",
                "errors":[{"at":"days","code":"A","msg":"days: 0 (expected: >= 1)"},{"at":"name","code":"B","msg":"too long"}]}""";

        assertThat(run("merchant", "suspend", "1").err()).isEqualTo("""
                        stockroom: 2 faults
                          days: 0 (expected: >= 1)
                          name: too long
                          code VALUE_INVALID, request id 00000000000000ab
                        """);
    }
}
