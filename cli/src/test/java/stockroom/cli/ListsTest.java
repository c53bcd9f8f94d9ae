package stockroom.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import stockroom.cli.shell.ExitCode;
import stockroom.cli.show.Text;
import stockroom.testing.machine.Standstills;
import stockroom.testing.platform.Platform;
import tools.jackson.databind.json.JsonMapper;

@Tag("slow")
class ListsTest {
    private static final OperatorCommands operator = OperatorCommands.shared();

    private final String merchant = operator.merchant();
    private final String store = operator.field("storeUrl", "merchant", "show", merchant);

    private static List<String> column(String name, String... command) {
        var all = Stream.concat(Stream.of(command), Stream.of("--all", "-o", "csv", "--columns", name));
        return operator.run(all.toArray(String[]::new)).out().lines().skip(1).toList();
    }

    @Test
    void anEmptyListSaysSoAndWhatToDo() {
        var application = operator.application("Quiet");
        for (var list : List.of(
                List.of("account list " + store, "no accounts", "stockroom account create " + store),
                List.of("product list " + store, "no products", "stockroom import products " + store),
                List.of("stock list " + store, "no stock", "stockroom stock push"),
                List.of("stock changes " + store, "This merchant's stock", "has not changed"),
                List.of("publish-results list " + store, "No store", "has fetched"),
                List.of("failure list " + application, "no failed calls", "seven days"),
                List.of("token list --application " + application, "Nothing matches --application", "leave it out"),
                List.of("token list " + store, "Nothing matches MERCHANT " + store, "leave it out"),
                List.of("merchant list --search nobody-has-this", "Nothing matches --search nobody", "leave it out"))) {
            var command = list.getFirst().split(" ", -1);
            var table = operator.run(command);

            assertThat(table.code()).as(table.err()).isZero();
            assertThat(table.out()).isEmpty();
            assertThat(table.err()).contains(list.get(1), list.get(2));
        }
        var csv = operator.run("account", "list", store, "-o", "csv");
        assertThat(csv.out()).isEqualTo("accountId,name,platform,shopId,shopName,createdAt\n");
        assertThat(csv.err()).isEmpty();
        assertThat(operator.run("account", "list", store, "--json").err()).isEmpty();
        assertThat(operator.json("account", "list", store)).isEmpty();
    }

    @Test
    void merchantsAccountsAndTokensAreSearchedAndChosenByState() {
        var clerk = operator.account(store, "Clerk " + store, "880001");
        operator.account(store, "owner", "880002");
        var application = operator.application("ERP of " + store);
        var token = operator.field("tokenId", "token", "issue", store, clerk, "--application", application);

        assertThat(column("store", "merchant", "list", "--search", store.toUpperCase(java.util.Locale.ROOT)))
                .contains(store);
        assertThat(column("store", "merchant", "list", "--state", "active")).contains(store);
        operator.run("merchant", "suspend", store);
        assertThat(column("store", "merchant", "list", "--state", "active")).doesNotContain(store);
        assertThat(column("store", "merchant", "list", "--state", "suspended", "--search", store))
                .contains(store);
        operator.run("merchant", "resume", store);
        assertThat(column("account", "account", "list", store, "--search", "clerk"))
                .containsExactly(clerk);
        assertThat(column("shop", "account", "list", store, "--search", "880002"))
                .containsExactly("880002");
        assertThat(column("token", "token", "list", "--search", "erp of " + store))
                .containsExactly(token);
        assertThat(column("token", "token", "list", store, "--state", "active")).containsExactly(token);
        operator.run("token", "revoke", token);
        assertThat(column("token", "token", "list", store, "--state", "active")).isEmpty();
        assertThat(column("token", "token", "list", "--search", token.substring(0, 12), "--state", "revoked"))
                .containsExactly(token);
    }

    @Test
    void aListIsPrintedAsTableCsvOrJsonWithTheColumnsThatAreAskedFor() {
        var account = operator.account(store, "Clerk, \"the\" first", "880001");
        var columns = new String[] {"account", "list", store, "--columns", "name,ACCOUNT,shop-name"};

        assertThat(operator.run(columns).out().replaceAll(" +", " "))
                .isEqualTo("NAME ACCOUNT SHOP NAME\nClerk, \"the\" first %s On tb\n".formatted(account));
        assertThat(operator.run("account", "list", store, "-o", "csv", "--columns", "name,account,shop name")
                        .out())
                .isEqualTo("name,accountId,shopName\n\"Clerk, \"\"the\"\" first\",%s,On tb\n".formatted(account));
        assertThat(operator.json(columns).path(0))
                .isEqualTo(JsonMapper.shared()
                        .readTree("{\"name\":\"Clerk, \\\"the\\\" first\",\"accountId\":%s,\"shopName\":\"On tb\"}"
                                .formatted(account)));
        assertThat(operator.run("account", "list", store, "-o", "json").out())
                .isEqualTo(operator.run("account", "list", store, "--json").out());
        assertThat(operator.run("merchant", "show", store, "-o", "csv").out())
                .startsWith("merchantId,storeUrl,")
                .contains("\n" + merchant + "," + store + ",");
        var unknown = operator.run("account", "list", store, "--columns", "colour");
        assertThat(unknown.code()).isEqualTo(ExitCode.USAGE);
        assertThat(unknown.err())
                .startsWith("stockroom: --columns: colour (expected: some of accountId, name, platform,");
    }

    @Test
    void aMerchantIsNamedInTheSameWayEverywhere() {
        var account = operator.account(store, "clerk", "880001");
        var application = operator.application("ERP");

        for (var command : List.of(
                "merchant show M",
                "account list M",
                "usage M " + account,
                "usage M --history",
                "limit show M",
                "token issue M %s --application %s".formatted(account, application),
                "token list M",
                "product list M",
                "stock list M",
                "stock changes M",
                "publish-results list M",
                "export products M",
                "export stock M",
                "import products M -",
                "audit list M",
                "merchant delete M --dry-run")) {
            var outcome = operator.run(command.replace("M", store).split(" ", -1));
            assertThat(outcome.code()).as("%s: %s", command, outcome).isZero();
        }
    }

    @Test
    @Tag("alone")
    void tenThousandMerchantsAreListedWithinTwoSeconds() {
        var bulk = "bulk" + merchant;
        Platform.shared().execute("""
                INSERT INTO merchant (store_url, store_name)
                SELECT '%1$s-' || n, 'Store ' || n FROM generate_series(1, 10000) n""".formatted(bulk));
        try {
            var quickest = Duration.ofMinutes(1);
            for (int i = 0; i < 3; i++) {
                long begun = Standstills.now();
                assertThat(operator.run("merchant", "list", "--all", "--search", bulk)
                                .out())
                        .hasLineCount(10_001);
                var taken = Standstills.running(begun, Standstills.now());
                quickest = taken.compareTo(quickest) < 0 ? taken : quickest;
            }
            assertThat(quickest).isLessThan(Duration.ofSeconds(2));
        } finally {
            Platform.shared().execute("DELETE FROM merchant WHERE store_url LIKE '%s-%%'".formatted(bulk));
        }
    }

    @Test
    void theShellCompletesTheNamesOfMerchants() throws Exception {
        var script = new TestShell(operator.home()).run("completion").out();
        var process = new ProcessBuilder("bash", "-c", """
                stockroom() { "$JAVA" -XX:TieredStopAtLevel=1 -cp "$CLASSES" stockroom.cli.Main "$@"; }
                eval "$SCRIPT"
                COMP_WORDS=(stockroom merchant show "$TYPED") COMP_CWORD=3
                _complete_stockroom
                echo "${COMPREPLY[@]}"
                COMP_WORDS=(stockroom merchant show --js) COMP_CWORD=3
                _complete_stockroom
                echo "${COMPREPLY[@]}"
                """);
        process.environment().putAll(operator.environment());
        process.environment()
                .put("JAVA", ProcessHandle.current().info().command().orElseThrow());
        process.environment().put("CLASSES", System.getProperty("java.class.path"));
        process.environment().put("SCRIPT", script);
        process.environment().put("TYPED", store.substring(0, store.length() - 1));
        // outside of a completion, bash complains about compopt
        var bash = process.redirectError(ProcessBuilder.Redirect.DISCARD).start();

        var completed = new String(bash.getInputStream().readAllBytes(), StandardCharsets.UTF_8);

        assertThat(completed.lines()).hasSize(2);
        assertThat(completed.lines().findFirst().orElseThrow().split(" ", -1)).contains(store);
        assertThat(completed.lines().toList().getLast()).isEqualTo("--json");
    }

    @Test
    void aListIsWalkedThroughToItsLimitOrItsEnd() {
        for (int i = 0; i < 5; i++) {
            operator.merchant();
        }
        var all = operator.json("merchant", "list", "--all").size();

        assertThat(all).isGreaterThanOrEqualTo(5);
        assertThat(operator.json("merchant", "list", "--limit", "3").size()).isEqualTo(3);
        var cut = operator.run("merchant", "list", "--limit", "3");
        assertThat(cut.out().lines()).hasSize(4);
        assertThat(cut.err()).contains("--all");
        assertThat(operator.run("merchant", "list", "--limit", String.valueOf(all))
                        .err())
                .isEmpty();
    }

    @Test
    void aListEndsAtTheMomentItIsAskedFrom() {
        operator.merchant();

        assertThat(operator.json("audit", "list", "--since", "1h", "--operator", "tester"))
                .isNotEmpty();
        assertThat(operator.json("audit", "list", "--since", "2999-01-01")).isEmpty();
        var wrong = operator.run("audit", "list", "--since", "yesterday");
        assertThat(wrong.code()).isEqualTo(ExitCode.USAGE);
        assertThat(wrong.err()).contains("yesterday").contains("2h");
    }

    @Test
    void tablesFitATerminalAndAreWholeInAPipe() {
        var merchant = operator.merchant();
        var lines = new StringBuilder();
        IntStream.range(0, 30).forEach(i -> lines.append("""
                {"artNo":"NG-%d","title":"%s","price":"1","images":["a"]}
                """.formatted(i, "皮靴 boot ".repeat(20))));
        operator.shell().typing(lines.toString()).run("import", "products", merchant, "-");

        var table = operator.run("product", "list", merchant).out();

        assertThat(table.lines()).hasSize(31);
        assertThat(table).contains("皮靴 boot ".repeat(19) + "皮靴 boot").doesNotContain("…");
        for (int columns : new int[] {40, 80, 200}) {
            var screen = operator.shell().onTerminal(columns).run("product", "list", merchant);
            assertThat(screen.out().lines()).allMatch(line -> Text.width(line) <= columns);
            assertThat(operator.shell()
                            .onTerminal(columns)
                            .run("product", "list", merchant, "--wide")
                            .out())
                    .isEqualTo(table);
        }
    }
}
