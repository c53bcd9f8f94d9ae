package stockroom.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import stockroom.cli.shell.ExitCode;
import stockroom.testing.platform.Platform;
import stockroom.testing.platform.TestMerchant;
import tools.jackson.databind.JsonNode;

@Tag("slow")
class StockLedgerTest {
    private static final OperatorCommands operator = OperatorCommands.shared();

    private final TestMerchant merchant = Platform.shared().merchant();
    private final String id = String.valueOf(merchant.id().value());
    private final int product = merchant.product();

    private void create(String colour, int quantity) {
        var reply = merchant.createStockInTurn(
                "[{\"pid\":%d,\"color\":\"%s\",\"param\":[{\"size\":\"38-39\",\"stock\":%d}]}]"
                        .formatted(product, colour, quantity));
        assertThat(reply.success()).as(reply.text()).isTrue();
    }

    private JsonNode pushes() {
        return operator.json("stock", "changes", id);
    }

    @Test
    void changesAreATableOfPushesNewestFirst() {
        int another = merchant.product();
        create("red", 5);
        merchant.withStock(another, "blue", 40, 1);

        var table = operator.run("stock", "changes", id).out();

        assertThat(table.lines()).hasSize(3);
        assertThat(table).startsWith("PUSH  AT");
        assertThat(table.lines().skip(1).findFirst().orElseThrow()).matches(" +2  .* create +operator +- +1 +1 +-");
        assertThat(table.lines().skip(2).findFirst().orElseThrow())
                .matches(" +1  .* create +application \\d+ \\(%d\\) +owner +1 +2 +-".formatted(merchant.appid()));
        assertThat(operator.json("stock", "changes", id, "--product", String.valueOf(another))
                        .size())
                .isEqualTo(1);
        assertThat(operator.json("stock", "changes", id, "--application", String.valueOf(merchant.appid()))
                        .path(0)
                        .path("push")
                        .asLong())
                .isEqualTo(1);
        var cut = operator.run("stock", "changes", id, "--limit", "1");
        assertThat(cut.out().lines()).hasSize(2);
        assertThat(cut.err()).contains("--all");
    }

    @Test
    void theHistoryIsATableOfChangesAndStaysWhenTheProductIsDeleted() {
        create("red", 5);
        merchant.withStock(product, "red", 38, 4);
        operator.run("product", "delete", id, String.valueOf(product), "--yes");

        var table =
                operator.run("stock", "history", id, String.valueOf(product)).out();
        var json = operator.json("stock", "history", id, String.valueOf(product));

        assertThat(table).startsWith("PUSH  AT");
        assertThat(table.lines()
                        .skip(1)
                        .map(line -> line.replaceAll(" +", " ")
                                .replaceAll("\\d{4}-.*? UTC", "AT")
                                .strip()))
                .containsExactly(
                        "3 AT product operator tester red 38 4 -",
                        "3 AT product operator tester red 39 5 -",
                        "2 AT create operator red 38 5 4",
                        "1 AT create %s red 38 - 5".formatted(application()),
                        "1 AT create %s red 39 - 5".formatted(application()));
        assertThat(json.size()).isEqualTo(3);
        assertThat(json.path(0).path("changes").size()).isEqualTo(2);
        assertThat(operator.run("stock", "history", id, String.valueOf(merchant.product()))
                        .err())
                .startsWith("This product's stock has not changed");
    }

    @Test
    void theLimitOfAHistoryCountsTheRowsThatAreShown() {
        create("red", 5);
        merchant.withStock(product, "red", 38, 4);
        var whose = String.valueOf(product);

        var cut = operator.run("stock", "history", id, whose, "--limit", "2");

        assertThat(cut.out().lines()).hasSize(3);
        assertThat(cut.err()).contains("There are more");
        assertThat(operator.run("stock", "history", id, whose, "--limit", "3")
                        .out()
                        .lines())
                .hasSize(4);
        assertThat(operator.run("stock", "history", id, whose, "--limit", "3").err())
                .isEmpty();
        assertThat(operator.run("stock", "history", id, whose, "--limit", "2", "-o", "csv", "--columns", "color,size")
                        .out())
                .isEqualTo("color,size\nred,38\nred,38\n");
    }

    private String application() {
        var push = pushes().valueStream()
                .filter(it -> it.path("appid").isString())
                .findFirst()
                .orElseThrow();
        return "%s (%d)".formatted(push.path("application").asString(), merchant.appid());
    }

    @Test
    void aDryRunShowsWhatWouldBePutBackAndChangesNothing() {
        create("red", 5);
        merchant.withStock(product, "red", 38, 9);

        var outcome = operator.run("stock", "undo", id, "1", "--dry-run");

        assertThat(outcome.code()).as(outcome.err()).isZero();
        assertThat(outcome.out().lines().map(line -> line.replaceAll(" +", " ").strip()))
                .containsExactly(
                        "PRODUCT COLOUR SIZE LEFT BACK TO",
                        product + " red 39 5 -",
                        "",
                        "To be put back: 1 entry",
                        "Left as they are: 1 entry",
                        "",
                        "PRODUCT COLOUR SIZE LEFT NOW REASON",
                        product + " red 38 5 9 changed");
        assertThat(operator.json("stock", "undo", id, "1", "--dry-run")
                        .path("conflicts")
                        .asInt())
                .isEqualTo(1);
        assertThat(pushes().size()).isEqualTo(2);
    }

    @Test
    void aPushIsUndoneOnlyWithAYes() {
        create("red", 5);

        var unasked = operator.run("stock", "undo", id, "1");
        assertThat(unasked.code()).isEqualTo(ExitCode.USAGE);
        assertThat(unasked.err()).contains("--yes", "--dry-run");
        var no = operator.shell().answering("n\n").run("stock", "undo", id, "1");
        assertThat(no.code()).isEqualTo(ExitCode.REFUSED);
        assertThat(no.out()).contains("BACK TO", "To be put back: 2 entries");
        assertThat(no.err()).contains("Undo push 1 of merchant %s?".formatted(id), "nothing was undone");
        assertThat(pushes().size()).isEqualTo(1);

        var yes = operator.shell().answering("y\n").run("stock", "undo", id, "1");
        assertThat(yes.code()).as(yes.err()).isZero();
        assertThat(yes.out()).endsWith("Push 1 is undone by push 2. Put back: 2 entries\n");
        assertThat(operator.run("stock", "undo", id, "1", "--yes").out())
                .isEqualTo("Nothing was changed: nothing of push 1 is to be put back.\n");
        assertThat(operator.json("stock", "undo", id, "2", "--yes").path("push").asLong())
                .isEqualTo(3);
        assertThat(operator.run("audit", "list", id, "--subject", "push 2").out())
                .contains("stock.undo", "undoneBy 3");
    }

    @Test
    void aReferenceIsKeptWithAnUndoAndShown() {
        create("red", 5);

        var undone = operator.run("stock", "undo", id, "1", "--yes", "--reference", "票 50%");

        assertThat(undone.code()).as(undone.err()).isZero();
        assertThat(operator.run("stock", "changes", id).out()).contains("票 50%");
        assertThat(operator.json("stock", "history", id, String.valueOf(product))
                        .path(0)
                        .path("reference")
                        .asString())
                .isEqualTo("票 50%");
    }

    @Test
    void allOrNothingIsRefusedWhenAnEntryHasChanged() {
        create("red", 5);
        merchant.withStock(product, "red", 38, 9);

        Stream.of("--yes", "--dry-run").forEach(option -> {
            var refused = operator.run("stock", "undo", id, "1", "--all", option);
            assertThat(refused.code()).isEqualTo(ExitCode.REFUSED);
            assertThat(refused.out()).isEmpty();
            assertThat(refused.err()).contains("UNDO_CONFLICT");
        });
        assertThat(pushes().size()).isEqualTo(2);
    }

    @Test
    void whatIsNotThereHasItsOwnExitCode() {
        Stream.of(
                        new String[] {"stock", "changes", "999999"},
                        new String[] {"stock", "history", id, "2147483647"},
                        new String[] {"stock", "undo", id, "999999", "--yes"},
                        new String[] {"stock", "undo", id, "999999", "--dry-run"})
                .forEach(command -> assertThat(operator.run(command).code())
                        .as(String.join(" ", command))
                        .isEqualTo(ExitCode.NOT_FOUND));
    }
}
