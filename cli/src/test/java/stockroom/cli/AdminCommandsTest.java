package stockroom.cli;

import static java.util.concurrent.TimeUnit.SECONDS;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import stockroom.cli.shell.ExitCode;
import stockroom.cli.show.Text;
import stockroom.cli.transfer.ProductFields;
import stockroom.testing.platform.Platform;

@Tag("slow")
class AdminCommandsTest {
    private static final OperatorCommands operator = OperatorCommands.shared();

    private static String account(String merchant) {
        return operator.json(
                        "account",
                        "create",
                        merchant,
                        "owner",
                        "--platform",
                        "tb",
                        "--shop",
                        "880001",
                        "--shop-name",
                        "On tb")
                .path("accountId")
                .asString();
    }

    private static String application() {
        return operator.json("application", "create", "Stall ERP")
                .path("applicationId")
                .asString();
    }

    @Test
    void aMerchantIsCreatedShownAndChanged() {
        var merchant = operator.merchant();

        assertThat(operator.json("merchant", "suspend", merchant)
                        .path("suspended")
                        .asBoolean())
                .isTrue();
        assertThat(operator.json("merchant", "resume", merchant)
                        .path("suspended")
                        .asBoolean())
                .isFalse();
        assertThat(operator.json("merchant", "open", merchant)
                        .path("openCatalogue")
                        .asBoolean())
                .isTrue();
        assertThat(operator.json("merchant", "close", merchant)
                        .path("openCatalogue")
                        .asBoolean())
                .isFalse();
        assertThat(operator.json("merchant", "rename", merchant, "--name", "北门鞋业")
                        .path("storeName")
                        .asString())
                .isEqualTo("北门鞋业");
        assertThat(operator.run("merchant", "show", merchant).out())
                .containsPattern("merchant id +" + merchant)
                .containsPattern("store name +北门鞋业")
                .containsPattern("suspended +no")
                .containsPattern("created at +\\d{4}-\\d\\d-\\d\\d \\d\\d:\\d\\d:\\d\\d UTC")
                .containsPattern("products with stock +0");
        assertThat(operator.run("merchant", "list", "--all").out())
                .startsWith("MERCHANT  STORE")
                .contains("北门鞋业");
        assertThat(operator.run("merchant", "rename", merchant).code()).isEqualTo(ExitCode.USAGE);
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
    void aKeyIsShownOnceAndEndsWhenRevoked() {
        var created = operator.run("key", "create", "console", "--scope", "read", "--days", "1");
        assertThat(created.err()).contains("not shown again");
        var key = created.out().replaceAll("(?s).*(stockroom_[0-9a-f]{64}).*", "$1");
        var id = created.out().replaceAll("(?s).*key id +(\\d+).*", "$1");
        var reader = operator.shell().with("STOCKROOM_CLI_KEY", key);

        assertThat(reader.run("merchant", "list").code()).isZero();
        var refused = reader.run("merchant", "create", "reader", "--name", "Reader");
        assertThat(refused.code()).isEqualTo(ExitCode.NOT_ALLOWED);
        assertThat(refused.err()).contains("request id").doesNotContain(key);
        assertThat(operator.run("key", "list").out()).contains("console").doesNotContain(key);
        assertThat(operator.json("key", "revoke", id).path("state").asString()).isEqualTo("revoked");
        assertThat(reader.run("merchant", "list").code()).isEqualTo(ExitCode.NOT_ALLOWED);
    }

    @Test
    void withJsonASecretIsPrintedAndNothingElse() {
        var created = operator.run("application", "create", "Stall", "--json");

        assertThat(created.err()).isEmpty();
        assertThat(created.out().lines()).singleElement().asString().contains("\"secret\":\"");
    }

    @Test
    void anApplicationsSecretsAreRotated() {
        var application = application();

        var added = operator.run("application", "add-secret", application);
        assertThat(added.code()).isZero();
        assertThat(added.err()).contains("not shown again");
        assertThat(operator.run("application", "show", application).out()).contains("slot 1", "slot 2");
        assertThat(operator.run("application", "add-secret", application).code())
                .isEqualTo(ExitCode.REFUSED);
        assertThat(operator.json("application", "end-secret", application, "1")
                        .path("secrets")
                        .size())
                .isEqualTo(1);
        assertThat(operator.run("application", "end-secret", application, "2").code())
                .isEqualTo(ExitCode.REFUSED);
        assertThat(operator.json("application", "suspend", application)
                        .path("suspended")
                        .asBoolean())
                .isTrue();
        assertThat(operator.json("application", "resume", application)
                        .path("suspended")
                        .asBoolean())
                .isFalse();
        assertThat(operator.json("application", "rename", application, "Other")
                        .path("name")
                        .asString())
                .isEqualTo("Other");
        assertThat(operator.run("application", "list", "--all").out()).contains("Other");
        assertThat(operator.run("failure", "list", application).err()).contains("no failed calls", "seven days");
    }

    @Test
    void aClosingIsListedAndLifted() {
        var merchant = Platform.shared().merchant();
        for (int i = 0; i < 10; i++) {
            merchant.withSecret(merchant.token()).productList("page", 1);
        }
        var appid = String.valueOf(merchant.appid());

        assertThat(operator.run("closing", "list").out())
                .startsWith("ADDRESS")
                .containsPattern(merchant.address() + " +" + appid + " +\\d{4}-");
        assertThat(operator.json("closing", "lift", merchant.address(), appid)
                        .path("address")
                        .asString())
                .isEqualTo(merchant.address());
        await().atMost(60, SECONDS)
                .until(() -> !operator.run("closing", "list").out().contains(" " + appid + " "));
        assertThat(operator.run("closing", "lift", "2001:db8::7", appid).out()).contains("2001:db8:0:0:0:0:0:0/64");
        assertThat(operator.run("closing", "lift", "my house", appid).code()).isEqualTo(ExitCode.REFUSED);
        assertThat(operator.run("closing", "lift", "192.0.2.1", "999999").code())
                .isEqualTo(ExitCode.NOT_FOUND);
    }

    @Test
    void aTokenIsIssuedRenewedAndRevoked() {
        var merchant = operator.merchant();
        var application = application();
        var account = account(merchant);

        var issued = operator.json("token", "issue", merchant, account, "--application", application, "--days", "2");
        var token = issued.path("tokenId").asString();
        assertThat(issued.path("accesstoken").asString()).matches("[0-9a-f]{32}");
        assertThat(operator.run("token", "list", merchant).out())
                .contains(token)
                .doesNotContain(issued.path("accesstoken").asString());
        assertThat(operator.json("token", "renew", token, "--days", "9")
                        .path("state")
                        .asString())
                .isEqualTo("active");
        assertThat(operator.run("token", "show", token).out()).contains(token);
        assertThat(operator.json("token", "revoke", token).path("state").asString())
                .isEqualTo("revoked");
        assertThat(operator.run("token", "renew", token).code()).isEqualTo(ExitCode.REFUSED);
    }

    @Test
    void theTokenItselfInPlaceOfItsIdIsNotRepeated() {
        var outcome = operator.run("token", "show", "0123456789abcdef0123456789abcdef");

        assertThat(outcome.code()).isEqualTo(ExitCode.USAGE);
        assertThat(outcome.err()).contains("16").doesNotContain("0123456789abcdef");
    }

    @Test
    void anAccountIsBoundAndItsUsageIsAPicture() {
        var merchant = operator.merchant();
        var account = account(merchant);

        operator.json(
                "account", "bind", merchant, account, "--platform", "jd", "--shop", "7712", "--shop-name", "On jd");

        assertThat(operator.json("account", "rename", merchant, account, "manager")
                        .path("name")
                        .asString())
                .isEqualTo("manager");
        assertThat(operator.run("account", "list", merchant).out()).contains("manager", "jd", "7712", "On jd");
        assertThat(operator.run("usage", merchant, account).out())
                .contains("bound to jd shop 7712 (On jd)")
                .containsPattern("Details fetched today +\\[-{20}\\] +0 of 300")
                .containsPattern("Products of the store +\\[-{20}\\] +0 of 5000  in 3 months")
                .contains("Publish results due", "Create stock");
        assertThat(operator.json("usage", merchant, account).path("accountId").asString())
                .isEqualTo(account);
        assertThat(operator.run("publish-results", "list", merchant, "--status", "missing")
                        .code())
                .isZero();
        assertThat(operator.run("stock", "list", merchant).code()).isZero();
    }

    @Test
    void theHistoryOfUsageIsCsvOfAllOrOfOneAccount() {
        var merchant = operator.merchant();
        var account = account(merchant);
        Platform.shared()
                .execute("INSERT INTO daily_usage VALUES (%s, %s, '2026-11-16', 5, 4, 3, 2, 1)"
                        .formatted(merchant, account));
        var header = "day,merchantId,accountId,reads,writes,details,reports,refused\n";
        var line = "2026-11-16,%s,%s,5,4,3,2,1\n".formatted(merchant, account);

        assertThat(operator.run("usage", merchant, account, "--history").out()).isEqualTo(header + line);
        assertThat(operator.run("usage", "--history").out()).startsWith(header).contains(line);
        var missing = operator.run("usage", merchant);
        assertThat(missing.code()).isEqualTo(ExitCode.USAGE);
        assertThat(missing.err()).contains("stockroom: ACCOUNT is missing (expected: ");
    }

    @Test
    void aProductIsDeletedOnlyWithAYes() {
        var merchant = operator.merchant();
        operator.shell()
                .typing("{\"artNo\":\"NG-1\",\"title\":\"Boot\",\"price\":\"59.00\",\"images\":[\"a.jpg\"]}\n")
                .run("import", "products", merchant, "-");
        var product = operator.json("product", "list", merchant)
                .path(0)
                .path("productId")
                .asString();

        var unasked = operator.run("product", "delete", merchant, product);
        assertThat(unasked.code()).isEqualTo(ExitCode.USAGE);
        assertThat(unasked.err()).contains("--yes");
        assertThat(operator.run("product", "show", merchant, product).out()).contains("Boot", "59.00", "a.jpg");
        assertThat(operator.run("product", "delete", merchant, product, "--yes").code())
                .isZero();
        assertThat(operator.run("product", "show", merchant, product).code()).isEqualTo(ExitCode.NOT_FOUND);
    }

    @Test
    void theAuditSaysWhatChanged() {
        var merchant = operator.merchant();
        operator.run("merchant", "suspend", merchant);

        var audit = operator.run("audit", "list", merchant).out();

        assertThat(audit).contains("merchant.create", "tester", "suspended no -> yes");
        assertThat(operator.json("audit", "list", "--subject", "merchant " + merchant)
                        .size())
                .isEqualTo(2);
    }

    @Test
    void everyFaultOfARequestIsShownWithTheRequestId() {
        var outcome = operator.run("key", "create", "x".repeat(129), "--scope", "read", "--days", "0");

        assertThat(outcome.code()).isEqualTo(ExitCode.REFUSED);
        assertThat(outcome.out()).isEmpty();
        assertThat(outcome.err()).contains("name", "days").containsPattern("request id [0-9a-f]{16}");
    }

    @Test
    void whatIsNotThereHasItsOwnExitCode() {
        Stream.of(
                        new String[] {"merchant", "show", "999999"},
                        new String[] {"failure", "show", "0123456789abcdef"},
                        new String[] {"token", "show", "0123456789abcdef"},
                        new String[] {"import", "products", "999999", "-"},
                        new String[] {"export", "products", "999999"})
                .forEach(command -> assertThat(operator.run(command).code())
                        .as(String.join(" ", command))
                        .isEqualTo(ExitCode.NOT_FOUND));
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

    @Test
    void aMerchantAndAProductAreFoundByTheirNames() {
        var merchant = operator.merchant();
        var store = operator.json("merchant", "show", merchant).path("storeUrl").asString();
        var lines = """
                {"artNo":"NG-1","title":"One","price":1,"images":["a"]}
                {"artNo":"42","title":"Two","price":1,"images":["a"]}
                """;
        assertThat(operator.shell()
                        .typing(lines)
                        .run("import", "products", store, "-")
                        .code())
                .isZero();

        assertThat(operator.json("merchant", "show", store).path("merchantId").asString())
                .isEqualTo(merchant);
        assertThat(operator.json("merchant", "show", "store:" + store)
                        .path("merchantId")
                        .asString())
                .isEqualTo(merchant);
        assertThat(operator.json("product", "show", store, "NG-1").path("title").asString())
                .isEqualTo("One");
        assertThat(operator.json("product", "show", store, "art:42")
                        .path("title")
                        .asString())
                .isEqualTo("Two");
        assertThat(operator.json("product", "list", store, "--art-no", "NG-1")).hasSize(1);
        assertThat(operator.json("product", "list", store, "--stock", "no", "--state", "on_sale"))
                .hasSize(2);
        assertThat(operator.json("product", "list", store, "--stock", "yes")).isEmpty();
        assertThat(operator.run("stock", "list", store, "--product", "NG-1").code())
                .isZero();
        assertThat(operator.json("audit", "list", store)).isNotEmpty();
        var unknown = operator.run("product", "show", store, "NG-9");
        assertThat(unknown.code()).isEqualTo(ExitCode.NOT_FOUND);
        assertThat(unknown.err()).contains("NG-9").contains("stockroom product list");
        assertThat(operator.run("merchant", "show", "no-such-store").code()).isEqualTo(ExitCode.NOT_FOUND);
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
    void theServerAndTheKeyAreShown() {
        // the server's readiness check may time out on a busy machine
        await().atMost(60, SECONDS)
                .untilAsserted(() -> assertThat(operator.run("status").out())
                        .containsPattern("ready +yes")
                        .containsPattern("key +tester")
                        .containsPattern("server version +\\S"));
        assertThat(operator.run("whoami").out()).containsPattern("scope +keys");
        var elsewhere = operator.shell().with("STOCKROOM_CLI_ADDRESS", "http://127.0.0.1:1");
        assertThat(elsewhere.run("status").code()).isEqualTo(ExitCode.UNREACHABLE);
    }

    @Test
    void aProfileIsKeptOnceTheServerTakesItsKey() {
        var shell = new TestShell(operator.home());
        var wrong = shell.typing("stockroom_" + "0".repeat(64))
                .run("profile", "set", "tried", "--address", operator.address());
        assertThat(wrong.code()).isEqualTo(ExitCode.NOT_ALLOWED);
        assertThat(wrong.err()).contains("not kept");

        var right =
                shell.typing(operator.key().reveal()).run("profile", "set", "tried", "--address", operator.address());
        assertThat(right.code()).isZero();
        assertThat(right.err()).contains("The server accepts it").contains("scope keys");
        assertThat(shell.run("profile", "list").out()).contains("tried");
    }

    @Test
    void aTemplateIsImportedAsItIs() {
        for (var format : Stream.of("csv", "ndjson").toList()) {
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
