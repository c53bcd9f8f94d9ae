package stockroom.cli;

import static java.util.concurrent.TimeUnit.SECONDS;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.security.MessageDigest;
import java.util.HexFormat;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import stockroom.cli.shell.ExitCode;
import stockroom.testing.platform.Platform;
import stockroom.testing.platform.TestMerchant;
import tools.jackson.databind.json.JsonMapper;

@Tag("slow")
class MerchantEndTest {
    private static final List<String> FILES = List.of(
            "accounts", "tokens", "products", "stock", "pushes", "fetched-products", "usage", "failed-calls", "audit");

    /// Usage is written once a minute, so two exports may differ in it.
    private static final List<String> STEADY_FILES =
            FILES.stream().filter(file -> !file.equals("usage")).toList();

    private static final OperatorCommands operator = OperatorCommands.shared();

    @TempDir
    Path folder;

    private static TestMerchant merchant(int products) {
        var merchant = Platform.shared().merchant();
        int first = merchant.products(products).getFirst();
        merchant.withStock(first, "red", 38, 5);
        merchant.detail(first);
        return merchant;
    }

    private static String id(TestMerchant merchant) {
        return Long.toString(merchant.id().value());
    }

    @Test
    void anExportHasEverythingAndAManifest() throws Exception {
        var merchant = merchant(1_500);
        var target = folder.resolve("whole");

        var outcome = operator.run("merchant", "export", id(merchant), "--output", target.toString());

        assertThat(outcome.code()).as(outcome.err()).isZero();
        assertThat(Files.readAllLines(target.resolve("products.ndjson"))).hasSize(1_500);
        assertThat(Files.readAllLines(target.resolve("stock.ndjson"))).hasSize(1);
        assertThat(Files.readString(target.resolve("pushes.ndjson"))).contains("\"changes\":[{", "red");
        assertThat(Files.readAllLines(target.resolve("fetched-products.ndjson")))
                .hasSize(1);
        assertThat(Files.readString(target.resolve("tokens.ndjson")))
                .contains("tokenId")
                .doesNotContain(merchant.token().reveal());
        assertThat(Files.readString(target.resolve("audit.ndjson"))).contains("merchant.create");
        assertThat(Files.readString(target.resolve("merchant.json"))).contains("limitsOfAccounts");
        var manifest = JsonMapper.shared().readTree(Files.readAllBytes(target.resolve("manifest.json")));
        assertThat(manifest.path("files")).hasSize(FILES.size() + 1);
        for (var file : manifest.path("files")) {
            var bytes = Files.readAllBytes(target.resolve(file.path("name").asString()));
            assertThat(file.path("sha256").asString())
                    .isEqualTo(HexFormat.of()
                            .formatHex(MessageDigest.getInstance("SHA-256").digest(bytes)));
        }
    }

    @Test
    void anExportThatWasInterruptedGoesOnAndEndsAlike() throws Exception {
        var merchant = merchant(6_000);
        var whole = folder.resolve("whole");
        operator.run("merchant", "export", id(merchant), "--output", whole.toString());

        var cut = interruptedExport(merchant);

        assertThat(cut.resolve("manifest.json")).doesNotExist();
        assertThat(cut.resolve("export.progress")).exists();
        var resumed = operator.run("merchant", "export", id(merchant), "--output", cut.toString());
        assertThat(resumed.code()).as(resumed.err()).isZero();
        for (var file : STEADY_FILES) {
            assertThat(exported(cut, file)).isEqualTo(exported(whole, file));
        }
        assertThat(cut.resolve("export.progress")).doesNotExist();
    }

    /// Retries in another folder if the export ended before it was interrupted.
    private Path interruptedExport(TestMerchant merchant) throws InterruptedException {
        for (int attempt = 1; ; attempt++) {
            var cut = folder.resolve("cut" + attempt);
            var interrupted = Thread.ofPlatform()
                    .start(() -> operator.run("merchant", "export", id(merchant), "--output", cut.toString()));
            await().pollInterval(java.time.Duration.ofMillis(1))
                    .atMost(60, SECONDS)
                    .until(() -> size(cut.resolve("products.ndjson")) > 0);
            interrupted.interrupt();
            interrupted.join();
            if (attempt == 10 || !Files.exists(cut.resolve("manifest.json"))) {
                return cut;
            }
        }
    }

    /// Leaves out the last use of a token, which is written with a delay.
    private static String exported(Path folder, String file) throws IOException {
        return Files.readString(folder.resolve(file + ".ndjson")).replaceAll("\"lastUsedAt\":[^,}]*", "");
    }

    @Test
    void anExportKilledBetweenTwoFilesGoesOnWhole() throws Exception {
        var merchant = merchant(3);
        var whole = folder.resolve("whole");
        operator.run("merchant", "export", id(merchant), "--output", whole.toString());
        for (int begun = 0; begun < FILES.size(); begun++) {
            var cut = Files.createDirectory(folder.resolve("cut" + begun));
            Files.copy(whole.resolve("merchant.json"), cut.resolve("merchant.json"));
            for (var file : FILES.subList(0, begun)) {
                Files.copy(whole.resolve(file + ".ndjson"), cut.resolve(file + ".ndjson"));
            }
            Files.writeString(cut.resolve(FILES.get(begun) + ".ndjson"), "{\"half a li");
            Files.writeString(cut.resolve("export.progress"), """
                    {"subject":{"merchant":%s,"address":"%s"},"begunAt":"2026-11-17T08:00:00Z",\
                    "file":%d,"bytes":0,"lines":0,"after":""}
                    """.formatted(
                            id(merchant), Platform.shared().adminUrl(), begun));

            var resumed = operator.run("merchant", "export", id(merchant), "--output", cut.toString());

            assertThat(resumed.code()).as(resumed.err()).isZero();
            for (var file : STEADY_FILES) {
                assertThat(exported(cut, file)).isEqualTo(exported(whole, file));
            }
        }
    }

    @Test
    void nobodyElseCanReadAnExportInAFolderThatEveryoneCan() throws Exception {
        var target = Files.createDirectory(folder.resolve("open"));
        Files.setPosixFilePermissions(target, PosixFilePermissions.fromString("rwxr-xr-x"));

        operator.run("merchant", "export", id(merchant(3)), "--output", target.toString());

        try (var files = Files.list(target)) {
            assertThat(files)
                    .hasSize(FILES.size() + 2)
                    .allSatisfy(file -> assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(file)))
                            .isEqualTo("rw-------"));
        }
    }

    @Test
    void anExportDoesNotGoOnWithThatOfAnotherMerchant() throws Exception {
        var target = Files.createDirectory(folder.resolve("other"));
        Files.writeString(target.resolve("export.progress"), """
                {"subject":{"merchant":1,"address":"http://a.example"},"begunAt":"2026-11-17T08:00:00Z",\
                "file":0,"bytes":0,"lines":0,"after":""}
                """);

        var outcome = operator.run("merchant", "export", id(merchant(3)), "--output", target.toString());

        assertThat(outcome.code()).isEqualTo(ExitCode.REFUSED);
        assertThat(outcome.err()).contains("is of another export", "choose another folder, or delete it to start over");
    }

    private static long size(Path file) throws IOException {
        return Files.exists(file) ? Files.size(file) : 0;
    }

    @Test
    void aDryRunShowsHowMuchThereIsAndChangesNothing() {
        var merchant = merchant(3);
        var target = folder.resolve("none");

        var exported = operator.run("merchant", "export", id(merchant), "--output", target.toString(), "--dry-run");
        var deleted = operator.run("merchant", "delete", id(merchant), "--dry-run");

        assertThat(withoutUsage(exported.out()))
                .isEqualTo(withoutUsage(deleted.out()))
                .containsPattern("products +3\n")
                .containsPattern("stock entries +\\d");
        assertThat(target).doesNotExist();
        assertThat(merchant.productList("page", 1).success()).isTrue();
    }

    private static String withoutUsage(String contents) {
        return contents.replaceAll("(?im)^.*usage.*$", "");
    }

    @Test
    void aMerchantIsDeletedWhenItsStoreNameIsTyped() {
        var merchant = merchant(3);
        var storeUrl =
                operator.json("merchant", "show", id(merchant)).path("storeUrl").asString();

        assertThat(operator.run("merchant", "delete", id(merchant)).code()).isEqualTo(ExitCode.USAGE);
        var mistyped = operator.shell().answering("yes\n").run("merchant", "delete", id(merchant));
        assertThat(mistyped.code()).isEqualTo(ExitCode.REFUSED);
        assertThat(mistyped.err()).contains("nothing was deleted");
        assertThat(merchant.productList("page", 1).success()).isTrue();

        var deleted = operator.shell().answering(storeUrl + "\n").run("merchant", "delete", storeUrl);
        assertThat(deleted.code()).as(deleted.err()).isZero();
        assertThat(deleted.out()).contains("merchant %s is deleted".formatted(id(merchant)));
        assertThat(operator.run("merchant", "show", id(merchant)).code()).isEqualTo(ExitCode.NOT_FOUND);
        // a second deletion reports the first
        assertThat(operator.run("merchant", "delete", id(merchant)).out()).contains("is deleted");
        assertThat(operator.run(
                                "merchant",
                                "export",
                                id(merchant),
                                "--output",
                                folder.resolve("late").toString())
                        .code())
                .isEqualTo(ExitCode.REFUSED);
    }
}
