package stockroom.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.io.IOException;
import java.lang.ProcessBuilder.Redirect;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.SQLException;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.function.BooleanSupplier;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import stockroom.cli.TestShell.Outcome;
import stockroom.cli.shell.ExitCode;
import stockroom.cli.transfer.ProductFields;
import stockroom.testing.database.TestDatabase;
import stockroom.testing.platform.Platform;
import stockroom.testing.servers.ServerProcess;

@Tag("slow")
class ImportTest {
    private static final int LINES = 12_000;

    private static final OperatorCommands operator = OperatorCommands.shared();

    @TempDir
    Path folder;

    private static String product(int number) {
        return """
                {"artNo":"NG-%d","title":"Boot 靴 %d","price":"59.00","images":["a|b.jpg","b.jpg"],"description":"%s",\
                "attributes":[{"name":"colour","value":"red=|dark"}]}""".formatted(number, number, "Soft. ".repeat(50));
    }

    private Path file(String name, List<String> lines) throws IOException {
        return Files.write(folder.resolve(name), lines);
    }

    private Path largeFile(int lines) throws IOException {
        return file(
                "shoes.ndjson",
                IntStream.rangeClosed(1, lines)
                        .mapToObj(i -> i % 1000 == 0 ? "{\"artNo\":\"NG-" + i + "\"}" : product(i))
                        .toList());
    }

    private static String exported(String merchant) {
        return operator.run("export", "products", merchant).out();
    }

    @Test
    void whatIsImportedIsExportedAgainInTheSameOrder() throws IOException {
        var merchant = operator.merchant();
        var file = file(
                "shoes.ndjson",
                IntStream.rangeClosed(1, 2_500).mapToObj(ImportTest::product).toList());

        var imported = operator.run("import", "products", merchant, file.toString());

        assertThat(imported.code()).isZero();
        assertThat(imported.out()).contains("2,500 products").containsPattern("created +2,500");
        assertThat(folder).isDirectoryNotContaining(left -> !left.equals(file));
        var numbers = exported(merchant).lines().map(line -> line.replaceAll(".*\"NG-(\\d+)\".*", "$1"));
        assertThat(numbers)
                .containsExactlyElementsOf(IntStream.rangeClosed(1, 2_500)
                        .mapToObj(String::valueOf)
                        .toList());
        var again = operator.json("import", "products", merchant, file.toString());
        assertThat(again.path("unchanged").asInt()).isEqualTo(2_500);
    }

    @Test
    void anExportInEitherFormatMakesTheSameProductsOfAnotherMerchant() throws IOException {
        var merchant = operator.merchant();
        operator.shell().typing(product(1) + "\n" + product(2)).run("import", "products", merchant, "-");
        for (var name : List.of("out.ndjson", "out.csv")) {
            var file = folder.resolve(name);
            var other = operator.merchant();

            assertThat(operator.run("export", "products", merchant, "--output", file.toString())
                            .code())
                    .isZero();
            assertThat(operator.run("import", "products", other, file.toString())
                            .code())
                    .isZero();

            assertThat(exported(other)).isEqualTo(exported(merchant)).hasLineCount(2);
            assertThat(folder.resolve(name + ".part")).doesNotExist();
        }
        assertThat(operator.run("export", "products", merchant, "--full", "--format", "csv")
                        .out())
                .startsWith("productId,hasStock,createdAt,updatedAt,artNo,");
        assertThat(operator.run("export", "stock", merchant, "--format", "csv").out())
                .isEqualTo("productId,color,size,stock,barCode,updatedAt\n");
    }

    @Test
    void rejectsNameTheLineOfTheFileTheFieldAndTheReason() throws IOException {
        var merchant = operator.merchant();
        var file = file(
                "shoes.ndjson",
                List.of(
                        product(1),
                        "",
                        "{\"artNo\":\"NG-2\",\"title\":\"T\",\"price\":\"-1\",\"images\":[\"a\"]}",
                        "oops",
                        product(3)));

        var outcome = operator.run("import", "products", merchant, file.toString());

        assertThat(outcome.code()).isEqualTo(ExitCode.SOME_REJECTED);
        assertThat(outcome.out()).containsPattern("created +2\n").containsPattern("rejected +2 +see .*rejects.csv");
        var rejects = Files.readAllLines(folder.resolve("shoes.ndjson.rejects.csv"));
        assertThat(rejects).hasSize(3);
        assertThat(rejects.get(0)).isEqualTo("line,field,reason");
        assertThat(rejects.get(1)).startsWith("3,price,");
        assertThat(rejects.get(2)).startsWith("4,,");
    }

    @Test
    void csvIsImportedAndItsRejectsNameTheLineARecordBeginsOn() throws IOException {
        var merchant = operator.merchant();
        var file = file(
                "shoes.csv",
                List.of(
                        "artNo,title,price,images,description",
                        "NG-1,T,1,a,\"Two",
                        "lines\"",
                        "NG-2,T,cheap,a,",
                        "NG-3,T",
                        "NG-4,T,2,a,"));

        var outcome = operator.run("import", "products", merchant, file.toString());

        assertThat(outcome.code()).isEqualTo(ExitCode.SOME_REJECTED);
        assertThat(Files.readAllLines(folder.resolve("shoes.csv.rejects.csv")))
                .hasSize(3)
                .anyMatch(line -> line.startsWith("4,price,"))
                .anyMatch(line -> line.startsWith("5,,2 fields"));
        assertThat(exported(merchant).lines()).hasSize(2);
    }

    private record Whole(String products, String rejects) {}

    private static @Nullable Whole whole;

    private Whole whole(Path file) throws IOException {
        var known = whole;
        if (known == null) {
            var merchant = operator.merchant();
            var outcome = operator.run("import", "products", merchant, file.toString());
            assertThat(outcome.code()).isEqualTo(ExitCode.SOME_REJECTED);
            var rejects = folder.resolve("shoes.ndjson.rejects.csv");
            known = new Whole(exported(merchant), Files.readString(rejects));
            Files.delete(rejects);
            whole = known;
        }
        return known;
    }

    /// Holds back the last request of the large file until closed. The request then fails with a timeout.
    private static final class HeldRequest implements AutoCloseable {
        private static final int LOCK = 987_654_321;

        private final Connection lock;

        HeldRequest(String merchant) {
            Platform.shared().execute("""
                    CREATE FUNCTION held_request() RETURNS trigger LANGUAGE plpgsql AS $$BEGIN
                        PERFORM pg_advisory_xact_lock_shared(%1$d);
                        RAISE query_canceled;
                    END$$;
                    CREATE TRIGGER held_request BEFORE INSERT ON product FOR EACH ROW
                    WHEN (NEW.merchant_id = %2$s AND NEW.art_no = 'NG-%3$d') EXECUTE FUNCTION held_request()
                    """.formatted(LOCK, merchant, LINES - 1));
            lock = TestDatabase.holding(
                    Platform.shared().address(), "SELECT pg_advisory_xact_lock(%d)".formatted(LOCK));
        }

        void awaitComing(BooleanSupplier importing) {
            var waiting = "SELECT count(*) FROM pg_locks WHERE locktype = 'advisory' AND objid = %d AND NOT granted"
                    .formatted(LOCK);
            await().atMost(Duration.ofMinutes(1))
                    .failFast(() -> !importing.getAsBoolean())
                    .until(() -> !Platform.shared().query(waiting).equals("0"));
        }

        @Override
        public void close() throws SQLException {
            lock.close();
            Platform.shared().execute("DROP FUNCTION held_request CASCADE");
        }
    }

    @Test
    void killedInTheMiddleAndRunAgainTheResultIsThatOfOneRun() throws Exception {
        var file = largeFile(LINES);
        var whole = whole(file);
        var rejects = folder.resolve("shoes.ndjson.rejects.csv");
        var killed = operator.merchant();

        killOnceUnderWay(file, killed);
        // a kill between writing the rejects and the checkpoint leaves such a partial line
        Files.writeString(rejects, Files.readString(rejects) + "torn,li");
        var outcome = operator.run("import", "products", killed, file.toString());

        assertThat(outcome.err()).contains("Resuming after line");
        assertThat(outcome.code()).isEqualTo(ExitCode.SOME_REJECTED);
        assertThat(outcome.out()).containsPattern("created +11,988").containsPattern("rejected +12 ");
        assertThat(Files.readString(rejects)).isEqualTo(whole.rejects);
        assertThat(folder.resolve("shoes.ndjson.progress")).doesNotExist();
        assertThat(exported(killed).equals(whole.products)).isTrue();
    }

    private void killOnceUnderWay(Path file, String merchant) throws Exception {
        var builder = new ProcessBuilder(
                        ProcessHandle.current().info().command().orElseThrow(),
                        "-Xmx128m",
                        "-cp",
                        System.getProperty("java.class.path"),
                        "stockroom.cli.Main",
                        "import",
                        "products",
                        merchant,
                        file.toString())
                .redirectOutput(Redirect.DISCARD)
                .redirectError(Redirect.DISCARD);
        builder.environment().putAll(operator.environment());
        try (var held = new HeldRequest(merchant)) {
            var client = builder.start();
            held.awaitComing(client::isAlive);
            client.destroyForcibly().waitFor();
        }
        assertThat(folder.resolve("shoes.ndjson.progress")).exists();
    }

    @Test
    void aServerThatDiesAndComesBackIsWaitedForAndTheResultIsThatOfOneRun() throws Exception {
        var file = largeFile(LINES);
        var whole = whole(file);
        var rejects = folder.resolve("shoes.ndjson.rejects.csv");
        var interrupted = operator.merchant();

        var settings = new HashMap<>(Platform.shared().environment());
        // the held request must not end before the server does
        settings.put("STOCKROOM_REQUEST_TIMEOUT", "20m");
        try (var threads = Executors.newSingleThreadExecutor();
                var server = new ServerProcess(settings)) {
            var there = operator.at(server.adminUrl());
            Future<Outcome> running;
            try (var held = new HeldRequest(interrupted)) {
                running = threads.submit(() -> there.run("import", "products", interrupted, file.toString()));
                held.awaitComing(() -> !running.isDone());
                server.kill();
            }
            settings.put("STOCKROOM_ADMIN_PORT", "" + server.adminPort());
            try (var _ = new ServerProcess(settings)) {
                var outcome = running.get();

                assertThat(outcome.err()).contains("no response, next try in");
                assertThat(outcome.code()).isEqualTo(ExitCode.SOME_REJECTED);
                // a chunk whose response was lost counts as unchanged when it is sent again
                assertThat(outcome.out()).contains("12,000 products").containsPattern("rejected +12 ");
            }
        }
        assertThat(Files.readString(rejects)).isEqualTo(whole.rejects);
        assertThat(folder.resolve("shoes.ndjson.progress")).doesNotExist();
        assertThat(exported(interrupted).equals(whole.products)).isTrue();
    }

    @Test
    void aCheckpointOfAnotherMerchantIsNotGoneOnWithUnlessToldToBeginAnew() throws Exception {
        var file = largeFile(LINES);
        killOnceUnderWay(file, operator.merchant());
        var other = operator.merchant();

        var refused = operator.run("import", "products", other, file.toString());
        assertThat(refused.code()).isEqualTo(ExitCode.REFUSED);
        assertThat(refused.err()).contains("--restart");

        var restarted = operator.run("import", "products", other, file.toString(), "--restart");
        assertThat(restarted.out()).containsPattern("created +11,988");
    }

    @Test
    void aFileOfUnknownKindOrNoFileIsToldSo() throws IOException {
        var merchant = operator.merchant();
        var text = file("shoes.txt", List.of(product(1)));

        assertThat(operator.run("import", "products", merchant, text.toString()).err())
                .contains("--format");
        assertThat(operator.run("import", "products", merchant, text.toString(), "--format", "ndjson")
                        .code())
                .isZero();
        var missing = operator.run(
                "import", "products", merchant, folder.resolve("no.csv").toString());
        assertThat(missing.code()).isEqualTo(ExitCode.USAGE);
        assertThat(missing.err()).contains("no.csv");
        assertThat(folder).isDirectoryNotContaining(left -> !left.equals(text));
    }

    @Test
    void rejectsInAFolderThatIsNotThereAreRefusedBeforeAnythingIsImported() throws IOException {
        var merchant = operator.merchant();
        var file = file("shoes.ndjson", List.of(product(1)));
        var rejects = folder.resolve("none/rejects.csv").toString();

        var outcome = operator.run("import", "products", merchant, file.toString(), "--rejects", rejects);

        assertThat(outcome.code()).isEqualTo(ExitCode.USAGE);
        assertThat(outcome.err()).contains("--rejects: " + rejects);
        assertThat(exported(merchant)).isEmpty();
        assertThat(folder).isDirectoryNotContaining(left -> !left.equals(file));
    }

    @Test
    void anExportIntoAFolderThatIsNotThereIsToldInOneLine() {
        var output = folder.resolve("none/out.csv").toString();

        var outcome = operator.run("export", "products", operator.merchant(), "--output", output);

        assertThat(outcome.code()).isEqualTo(ExitCode.REFUSED);
        assertThat(outcome.err()).isEqualTo("stockroom: there is no file or folder " + output + ".part\n");
    }

    @Test
    void aTemplateIsImportedAsItIs() {
        for (var format : List.of("csv", "ndjson")) {
            var template = operator.run("import", "template", "--format", format);
            assertThat(template.code()).isZero();
            var imported = operator.shell()
                    .typing(template.out())
                    .run("import", "products", operator.merchant(), "-", "--format", format, "--json");
            assertThat(imported.code()).as(imported.err()).isZero();
            assertThat(imported.out()).contains("\"created\":2").contains("\"rejected\":0");
        }
        assertThat(operator.run("import", "template").out().lines().findFirst())
                .contains(String.join(",", ProductFields.ALL));
    }
}
