package stockroom.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import stockroom.cli.TestShell.Outcome;
import stockroom.cli.shell.ExitCode;
import stockroom.testing.platform.Platform;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.ObjectNode;

@Tag("slow")
class MerchantImportTest {
    private static final String HEADER = "storeUrl,storeName,account,platform,shopId,shopName,openCatalogue";
    private static final OperatorCommands operator = OperatorCommands.shared();
    private static final AtomicInteger STORES = new AtomicInteger();

    @TempDir
    Path folder;

    private final String store = "imported" + STORES.incrementAndGet();
    private final String application = operator.application("Stall ERP");

    private Path file(String... lines) throws IOException {
        var all = new ArrayList<>(List.of(HEADER));
        all.addAll(Arrays.asList(lines));
        return Files.write(folder.resolve("merchants.csv"), all);
    }

    private String line(int number) {
        return "%1$s-%2$d,Store %2$d,owner,tb,88%2$d,Shop %2$d,".formatted(store, number);
    }

    private Outcome run(String tokens, String... more) {
        var arguments = new ArrayList<>(List.of(
                "merchant",
                "import",
                folder.resolve("merchants.csv").toString(),
                "--application",
                application,
                "--tokens",
                folder.resolve(tokens).toString()));
        arguments.addAll(List.of(more));
        return operator.run(arguments.toArray(String[]::new));
    }

    /// Returns the tokens in the file that are still active.
    private List<String> live(String tokens) throws IOException {
        return Files.readAllLines(folder.resolve(tokens)).stream()
                .skip(1)
                .map(line -> line.split(",", -1)[5])
                .filter(token -> !Platform.shared()
                        .query("""
                                SELECT count(*) FROM access_token
                                WHERE application_id = %s AND token_hash = sha256('%s')
                                """.formatted(application, token))
                        .equals("0"))
                .toList();
    }

    private String tokensOfApplication() {
        return Platform.shared().query("SELECT count(*) FROM access_token WHERE application_id = " + application);
    }

    @Test
    void theTemplateMakesMerchantsAccountsAndTokensOnce() throws IOException {
        var template = operator.run("merchant", "template").out();
        assertThat(template).startsWith(HEADER + "\n").hasLineCount(3);
        var ofThisTest = template.replaceAll("(north|south)gate,", "$1" + store + ",");
        Files.writeString(folder.resolve("merchants.csv"), ofThisTest);

        var imported = run("tokens.csv");

        assertThat(imported.code()).as(imported.err()).isZero();
        assertThat(imported.out())
                .containsPattern("merchants +2 ")
                .containsPattern("accounts +2 ")
                .containsPattern("tokens +2 ")
                .containsPattern("rejected +0\n");
        var tokens = folder.resolve("tokens.csv");
        assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(tokens)))
                .isEqualTo("rw-------");
        assertThat(live("tokens.csv"))
                .hasSize(2)
                .allSatisfy(token -> assertThat(imported.out() + imported.err()).doesNotContain(token));
        var merchant = operator.json("merchant", "show", "north" + store);
        assertThat(Files.readAllLines(tokens).get(1))
                .startsWith("north%s,%s,"
                        .formatted(store, merchant.path("merchantId").asString()));
        assertThat(folder).isDirectoryNotContaining(left -> left.toString().matches(".*(progress|lock|rejects.csv)"));

        assertThat(run("tokens.csv").err()).contains("tokens.csv exists already");
        var again = run("tokens-2.csv", "--json");
        assertThat(JsonMapper.shared().readTree(again.out()).path("unchanged").asInt())
                .isEqualTo(2);
        assertThat(run("tokens-3.csv", "-o", "csv").out())
                .startsWith("merchants,accounts,tokens,unchanged,rejected,seconds\n0,0,0,2,0,");
        assertThat(tokensOfApplication()).isEqualTo("2");
    }

    @Test
    void aRefusedLineIsNamedWithItsColumnAndWhyAndTheOthersAreImported() throws IOException {
        file(
                line(1),
                line(1).replace("Store 1", "Somebody else"),
                line(2).replace(",tb,", ",nowhere,"),
                "too,few",
                line(3) + "perhaps",
                line(1).replace(",tb,", ",jd,"),
                line(1).replace(",owner,", ",second,"));

        var imported = run("tokens.csv");

        assertThat(imported.code()).isEqualTo(ExitCode.SOME_REJECTED);
        assertThat(imported.out()).containsPattern("merchants +2 ").containsPattern("rejected +5  see ");
        assertThat(Files.readAllLines(folder.resolve("merchants.csv.rejects.csv")))
                .hasSize(6)
                .anyMatch(line -> line.startsWith("3,storeUrl,") && line.contains("is merchant"))
                .anyMatch(line -> line.startsWith("4,platform,") && line.contains("nowhere"))
                .anyMatch(line -> line.startsWith("5,,2 fields"))
                .anyMatch(line -> line.startsWith("6,openCatalogue,perhaps"))
                .anyMatch(line -> line.startsWith("7,account,") && line.contains("bound to tb 881"));
        assertThat(live("tokens.csv")).hasSize(2);
        assertThat(tokensOfApplication()).isEqualTo("2");
    }

    @Test
    void killedInTheMiddleAndRunAgainItHasEveryTokenOnce() throws IOException {
        file(line(1), line(2), line(3), line(4));
        var progress = folder.resolve("merchants.csv.progress");
        try (var _ = new FailingAccount("Shop 3")) {
            var failed = run("tokens.csv");
            assertThat(failed.code()).isEqualTo(ExitCode.REFUSED);
            assertThat(failed.err()).contains("up to line 3 was imported; the same command resumes");
        }
        var first = live("tokens.csv");
        assertThat(first).hasSize(2);
        // a kill after writing the tokens and before the checkpoint leaves this state
        var position = (ObjectNode) JsonMapper.shared().readTree(Files.readAllBytes(progress));
        var totals = (ObjectNode) position.path("totals");
        position.put("lines", 0)
                .put(
                        "tokensLength",
                        Files.readAllLines(folder.resolve("tokens.csv"))
                                        .getFirst()
                                        .length()
                                + 1);
        totals.put("merchants", 0).put("accounts", 0).put("tokens", 0);
        Files.writeString(progress, position.toString());

        var resumed = run("tokens.csv");

        assertThat(resumed.code()).as(resumed.err()).isZero();
        assertThat(resumed.err()).contains("Resuming after");
        assertThat(resumed.out()).containsPattern("tokens +4 ").containsPattern("merchants +4 ");
        assertThat(live("tokens.csv")).hasSize(4).doesNotHaveDuplicates().startsWith(first.toArray(String[]::new));
        assertThat(tokensOfApplication()).isEqualTo("4");
        assertThat(progress).doesNotExist();
    }

    private static final class FailingAccount implements AutoCloseable {
        FailingAccount(String shopName) {
            Platform.shared().execute("""
                    CREATE FUNCTION failing_shop() RETURNS trigger LANGUAGE plpgsql AS $$BEGIN
                        RAISE EXCEPTION 'this shop fails';
                    END$$;
                    CREATE TRIGGER failing_shop BEFORE INSERT ON bound_store FOR EACH ROW
                    WHEN (NEW.shop_name = '%s') EXECUTE FUNCTION failing_shop()
                    """.formatted(shopName));
        }

        @Override
        public void close() {
            Platform.shared().execute("DROP FUNCTION failing_shop CASCADE");
        }
    }

    @Test
    void aHeaderThatLacksColumnsAndAnUnknownApplicationAreRefusedBeforeAnythingIsMade() throws IOException {
        Files.writeString(folder.resolve("merchants.csv"), "storeUrl,name\na,b\n");

        var wrongHeader = run("tokens.csv");
        var unknown = operator.run(
                "merchant",
                "import",
                folder.resolve("merchants.csv").toString(),
                "--application",
                "999999",
                "--tokens",
                folder.resolve("tokens.csv").toString());

        assertThat(wrongHeader.code()).isEqualTo(ExitCode.REFUSED);
        assertThat(wrongHeader.err()).contains("header: storeUrl,name (expected: storeUrl,storeName,account,");
        assertThat(unknown.code()).isEqualTo(ExitCode.NOT_FOUND);
        assertThat(folder.resolve("tokens.csv")).doesNotExist();
    }
}
