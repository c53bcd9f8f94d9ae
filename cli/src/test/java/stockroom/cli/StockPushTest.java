package stockroom.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.io.IOException;
import java.lang.ProcessBuilder.Redirect;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;
import stockroom.cli.shell.ExitCode;
import stockroom.cli.shell.TokenHash;
import stockroom.testing.platform.Platform;
import tools.jackson.databind.json.JsonMapper;

@Tag("slow")
@Execution(ExecutionMode.CONCURRENT)
class StockPushTest {
    private static final OperatorCommands operator = OperatorCommands.shared();

    @TempDir
    Path folder;

    private String merchant = "";
    private String appid = "";
    private String secret = "";
    private String token = "";
    private List<Integer> products = List.of();

    @BeforeEach
    void aMerchantWithAProgram() {
        merchant = operator.merchant();
        var account = operator.json(
                        "account", "create", merchant, "owner", "--platform", "tb", "--shop", "1", "--shop-name", "S")
                .path("accountId")
                .asString();
        var application = operator.json("application", "create", "ERP");
        appid = application.path("applicationId").asString();
        secret = application.path("secret").asString();
        token = operator.json("token", "issue", merchant, account, "--application", appid)
                .path("accesstoken")
                .asString();
    }

    private void products(int count) {
        var lines = new StringBuilder();
        for (int i = 0; i < count; i++) {
            lines.append(
                    "{\"artNo\":\"P-%d\",\"title\":\"Shoe\",\"price\":\"1\",\"images\":[\"a.jpg\"]}\n".formatted(i));
        }
        operator.shell().typing(lines.toString()).run("import", "products", merchant, "-");
        products = operator.run("export", "products", merchant, "--full")
                .out()
                .lines()
                .map(line ->
                        JsonMapper.shared().readTree(line).path("productId").asInt())
                .toList();
    }

    private TestShell shell() {
        return new TestShell(folder).with("STOCKROOM_CLI_SECRET", secret).with("STOCKROOM_CLI_TOKEN", token);
    }

    private List<String> arguments(String file, String... more) {
        var arguments = new ArrayList<>(List.of(
                "stock",
                "push",
                file,
                "--appid",
                appid,
                "--url",
                Platform.shared().baseUrl()));
        arguments.addAll(List.of(more));
        return arguments;
    }

    private TestShell.Outcome push(String file, String... more) {
        return shell().run(arguments(file, more).toArray(String[]::new));
    }

    private Path file(String... lines) throws IOException {
        return Files.write(folder.resolve("stock.csv"), List.of(lines));
    }

    private List<String> stock() {
        return operator.run("export", "stock", merchant, "--format", "csv")
                .out()
                .lines()
                .skip(1)
                .map(line -> line.substring(0, line.lastIndexOf(',')))
                .toList();
    }

    @Test
    void aFileIsPushedWithRangesAndAnyHeader() throws IOException {
        products(2);
        int one = products.get(0);
        int two = products.get(1);
        var file = file(
                "\uFEFFSize,COLOUR,product_id,Stock,BarCode",
                "36-38,red," + one + ",5,",
                "40,\"navy, dark\"," + one + ",0,690",
                "",
                " 41 , green ," + two + ",7,");

        var pushed = push(file.toString(), "--reference", "到货 7");

        assertThat(pushed.err()).isEmpty();
        assertThat(pushed.code()).isZero();
        assertThat(pushed.out()).contains("5 entries of this run in 1 requests").containsPattern("written +5\n");
        assertThat(operator.json("stock", "changes", merchant)
                        .path(0)
                        .path("reference")
                        .asString())
                .isEqualTo("到货 7");
        assertThat(stock())
                .containsExactly(
                        // sold-out entries come first
                        one + ",\"navy, dark\",40,0,690",
                        one + ",red,36,5,",
                        one + ",red,37,5,",
                        one + ",red,38,5,",
                        two + ",green,41,7,");
        assertThat(folder).isDirectoryNotContaining(left -> !left.equals(file));
    }

    @Test
    void aFileMayNameProductsByTheirItemNumbers() throws IOException {
        products(2);
        var file = file("artNo,color,size,stock", "P-1,red,36,5", "P-9,red,36,6", ",red,36,7", "P-0,red,36-37,8");

        var pushed = push(file.toString());

        assertThat(pushed.code()).as(pushed.err()).isEqualTo(ExitCode.SOME_REJECTED);
        assertThat(stock())
                .containsExactly(
                        products.get(0) + ",red,36,8,", products.get(0) + ",red,37,8,", products.get(1) + ",red,36,5,");
        assertThat(Files.readAllLines(folder.resolve("stock.csv.rejects.csv")))
                .anyMatch(line -> line.startsWith("3,artNo,"))
                .anyMatch(line -> line.startsWith("4,artNo,"));
    }

    @Test
    void whatIsSoldOutGoesFirstWhereverItStandsInTheFile() throws IOException {
        products(31);
        var lines = new ArrayList<>(List.of("productId,color,size,stock"));
        for (int pid : products.subList(0, 30)) {
            IntStream.range(0, 10).forEach(colour -> lines.add(pid + ",colour " + colour + ",36-39,5"));
        }
        lines.add(products.getLast() + ",red,36,0");

        var pushed = push(file(lines.toArray(String[]::new)).toString(), "--json");

        var answer = JsonMapper.shared().readTree(pushed.out());
        assertThat(answer.path("requests").asInt()).isEqualTo(2);
        assertThat(answer.path("written").asInt()).isEqualTo(1_201);
        assertThat(pushesOf(products.getLast())).containsExactly("1");
        assertThat(pushesOf(products.get(29))).containsExactly("1", "2");
    }

    private static List<String> pushesOf(int product) {
        return Platform.shared()
                .queryAll("SELECT push FROM stock_change WHERE product_id = %d ORDER BY push".formatted(product));
    }

    @Test
    void anExportCanBePushedAgain() throws IOException {
        products(1);
        var file = file("productId,color,size,stock,barCode", products.getFirst() + ",red,36-40,5,1");
        push(file.toString());
        var export = folder.resolve("export.csv");
        operator.run("export", "stock", merchant, "--output", export.toString());
        var before = stock();

        assertThat(push(export.toString()).code()).isZero();
        assertThat(stock()).isEqualTo(before);
    }

    @Test
    void wrongLinesAndMissingProductsAreRejectedAndTheRestIsWritten() throws IOException {
        products(1);
        int pid = products.getFirst();
        var file = file(
                "productId,color,size,stock,barCode",
                pid + ",red,36,5,",
                pid + ",red,35-37,6,",
                pid + ",red,abc,5,",
                pid + ",,38,5,",
                "900000000,red,38,5,",
                pid + ",red,38,-1,",
                pid + ",red,39",
                pid + ",red,40,8,");

        var pushed = push(file.toString());

        assertThat(pushed.code()).isEqualTo(ExitCode.SOME_REJECTED);
        assertThat(pushed.out()).containsPattern("lines rejected +6 +see .*stock.csv.rejects.csv");
        assertThat(stock()).containsExactly(pid + ",red,36,5,", pid + ",red,40,8,");
        assertThat(Files.readAllLines(folder.resolve("stock.csv.rejects.csv")))
                .containsExactlyInAnyOrder(
                        "line,field,reason",
                        "3,,\"product, color and size are already on line 2; keep one of them\"",
                        "4,size,\"abc (expected: a size n or a range n-m, 1 to 999)\"",
                        "5,color,nothing (expected: a colour name of 1 to 64 characters without control characters)",
                        "6,productId,product 900000000 does not exist",
                        "7,stock,-1 (expected: a whole number)",
                        "8,,3 fields (expected: 5)");
    }

    @Test
    void aDryRunWritesNothing() throws IOException {
        products(1);
        var file = file("productId,color,size,stock", products.getFirst() + ",red,36,5", "900000000,red,36,5");

        var checked = push(file.toString(), "--dry-run", "--json");

        assertThat(checked.code()).isEqualTo(ExitCode.SOME_REJECTED);
        var answer = JsonMapper.shared().readTree(checked.out());
        assertThat(answer.path("checked").asInt()).isEqualTo(1);
        assertThat(answer.path("rejectedLines").asInt()).isEqualTo(1);
        assertThat(stock()).isEmpty();
    }

    @Test
    void standardInputIsPushedToo() {
        products(1);
        var in = "pid,color,size,stock\n" + products.getFirst() + ",红色,36,5\n";
        var rejects = folder.resolve("rejects.csv").toString();

        var pushed = shell().typing(in).run(arguments("-", "--rejects", rejects).toArray(String[]::new));

        assertThat(pushed.code()).isZero();
        assertThat(stock()).containsExactly(products.getFirst() + ",红色,36,5,");
        assertThat(new TestShell(folder)
                        .typing(in)
                        .run(arguments("-").toArray(String[]::new))
                        .err())
                .contains("STOCKROOM_CLI_SECRET");
    }

    @Test
    void wrongCredentialsAreToldAndNotShown() throws IOException {
        var file = file("productId,color,size,stock", "1,red,36,5");
        secret = "0123456789abcdef0123456789abcdef";

        var pushed = push(file.toString());

        assertThat(pushed.code()).isEqualTo(ExitCode.NOT_ALLOWED);
        assertThat(pushed.err())
                .contains("SIGN_MISMATCH")
                .contains("0 of 1 requests")
                .doesNotContain(secret, token);
    }

    @Test
    void aRunThatFailedBeforeItsFirstRequestLeavesNothingBehindThatCountsTwice() throws IOException {
        products(1);
        var file = file("productId,color,size,stock", products.getFirst() + ",red,36,5", "x,red,36,5");
        var right = secret;
        secret = "0123456789abcdef0123456789abcdef";
        assertThat(push(file.toString()).code()).isEqualTo(ExitCode.NOT_ALLOWED);
        secret = right;

        var pushed = push(file.toString(), "--json");

        assertThat(pushed.code()).isEqualTo(ExitCode.SOME_REJECTED);
        assertThat(JsonMapper.shared()
                        .readTree(pushed.out())
                        .path("rejectedLines")
                        .asInt())
                .isEqualTo(1);
        assertThat(Files.readAllLines(folder.resolve("stock.csv.rejects.csv"))).hasSize(2);
    }

    @Test
    void aHeaderThatIsNoneIsRefused() throws IOException {
        assertThat(push(file("productId,color,size,amount", "1,red,36,5").toString())
                        .err())
                .contains("unknown column amount");
        assertThat(push(file("productId,color,size", "1,red,36").toString()).err())
                .contains("no column stock");
        assertThat(push(file("productId,artNo,color,size,stock", "1,A,red,36,1").toString())
                        .err())
                .contains("both productId and artNo");
        assertThat(push(file("").toString()).err()).contains("a column without a name");
        assertThat(push(file().toString()).err()).contains("the file is empty");
        assertThat(push(folder.resolve("none.csv").toString()).err()).contains("there is no file");
    }

    @Test
    void killedInTheMiddleTheSameCommandGoesOn() throws Exception {
        var file = fourRequests();
        var process = pushedInPart(file);
        process.destroyForcibly().waitFor();
        assertThat(stock()).hasSizeLessThan(3_600);
        aDryRunLeavesTheRejectsAlone(file);

        var resumed = push(file.toString(), "--json");

        assertThat(resumed.err()).containsPattern("Resuming after request [123] of 4");
        assertThat(resumed.code()).isEqualTo(ExitCode.SOME_REJECTED);
        var answer = JsonMapper.shared().readTree(resumed.out());
        assertThat(answer.path("written").asInt()).isEqualTo(3_600);
        assertThat(answer.path("rejectedLines").asInt()).isEqualTo(2);
        assertThat(stock()).hasSize(3_600);
        assertThat(Files.readAllLines(folder.resolve("stock.csv.rejects.csv"))).hasSize(3);
        assertThat(folder.resolve("stock.csv.progress")).doesNotExist();
    }

    private Path fourRequests() throws IOException {
        products(90);
        var lines = new ArrayList<>(List.of("productId,color,size,stock"));
        for (int pid : products) {
            IntStream.range(0, 10).forEach(colour -> lines.add(pid + ",colour " + colour + ",36-39," + colour));
        }
        lines.add("900000000,red,36,5");
        lines.add("x,red,36,5");
        return file(lines.toArray(String[]::new));
    }

    /// Starts a push and returns when its first request is done.
    private Process pushedInPart(Path file) throws Exception {
        var note = folder.resolve("stock.csv.progress");
        var process = process(arguments(file.toString()));
        await().atMost(Duration.ofMinutes(1)).failFast(() -> !process.isAlive()).until(() -> Files.exists(note));
        return process;
    }

    private void aDryRunLeavesTheRejectsAlone(Path file) throws IOException {
        var rejects = folder.resolve("stock.csv.rejects.csv");
        var before = Files.readString(rejects);
        var right = secret;
        // the server refuses at once, after the invalid lines were written
        secret = "0123456789abcdef0123456789abcdef";

        assertThat(push(file.toString(), "--dry-run").err()).contains("SIGN_MISMATCH");
        assertThat(folder.resolve("stock.csv.dry-run.rejects.csv")).hasContent(before);
        assertThat(push(file.toString(), "--dry-run", "--rejects", rejects.toString())
                        .err())
                .contains("is needed to resume the interrupted push");
        assertThat(rejects).hasContent(before);
        secret = right;
    }

    @Test
    void neitherAnotherTokenNorAChangedFileIsGoneOnWith() throws Exception {
        var file = fourRequests();
        var process = pushedInPart(file);
        operator.json("token", "revoke", TokenHash.id(token));
        assertThat(process.waitFor()).isEqualTo(ExitCode.NOT_ALLOWED);
        assertThat(errors()).content().contains("TOKEN_INVALID").contains("With a new token add --restart");

        var note = folder.resolve("stock.csv.progress");
        var kept = Files.readString(note);
        // the checkpoint is of a version that splits the file differently
        Files.writeString(note, kept.replaceFirst("\"plan\":[0-9]+", "\"plan\":1"));
        assertThat(push(file.toString()).err()).contains("is of another push").contains("--restart");
        Files.writeString(note, kept);

        var old = token;
        token = "another";
        assertThat(push(file.toString()).err()).contains("is of another push").contains("--restart");
        token = old;
        Files.writeString(file, "1,red,37,5\n", StandardOpenOption.APPEND);
        assertThat(push(file.toString()).err()).contains("is of another push").contains("--restart");
        assertThat(push(file.toString(), "--restart").err()).contains("TOKEN_INVALID");
    }

    private Path errors() {
        return folder.resolve("stderr");
    }

    private Process process(List<String> arguments) throws IOException {
        var command = new ArrayList<>(List.of(
                ProcessHandle.current().info().command().orElseThrow(),
                "-XX:TieredStopAtLevel=1",
                "-cp",
                System.getProperty("java.class.path"),
                "stockroom.cli.Main"));
        command.addAll(arguments);
        var builder =
                new ProcessBuilder(command).redirectOutput(Redirect.DISCARD).redirectError(errors().toFile());
        builder.environment().put("STOCKROOM_CLI_SECRET", secret);
        builder.environment().put("STOCKROOM_CLI_TOKEN", token);
        return builder.start();
    }

    @Test
    void aFileInAnotherEncodingIsNamed() throws IOException {
        var file = Files.write(
                folder.resolve("stock.csv"),
                "productId,color,size,stock\n1,rosé,36,5\n".getBytes(StandardCharsets.ISO_8859_1));

        push(file.toString());

        assertThat(Files.readString(folder.resolve("stock.csv.rejects.csv")))
                .contains("2,color,")
                .contains("UTF-8");
    }

    @Test
    void aBarCodeInAnotherEncodingIsNamedToo() throws IOException {
        var file = Files.write(
                folder.resolve("stock.csv"),
                "productId,color,size,stock,barCode\n1,red,36,5,n°1\n".getBytes(StandardCharsets.ISO_8859_1));

        push(file.toString());

        assertThat(Files.readString(folder.resolve("stock.csv.rejects.csv")))
                .contains("2,barCode,")
                .contains("UTF-8");
    }
}
