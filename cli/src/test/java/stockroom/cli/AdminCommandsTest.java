package stockroom.cli;

import static java.util.concurrent.TimeUnit.SECONDS;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import stockroom.cli.shell.ExitCode;
import stockroom.testing.platform.Platform;

@Tag("slow")
class AdminCommandsTest {
    private static final OperatorCommands operator = OperatorCommands.shared();

    @Test
    void aMerchantIsCreatedShownAndChanged() {
        var merchant = operator.merchant();

        assertThat(operator.field("suspended", "merchant", "suspend", merchant)).isEqualTo("true");
        assertThat(operator.field("suspended", "merchant", "resume", merchant)).isEqualTo("false");
        assertThat(operator.field("openCatalogue", "merchant", "open", merchant))
                .isEqualTo("true");
        assertThat(operator.field("openCatalogue", "merchant", "close", merchant))
                .isEqualTo("false");
        assertThat(operator.field("storeName", "merchant", "rename", merchant, "--name", "北门鞋业"))
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
    void anAccountIsBoundAndItsUsageIsAPicture() {
        var merchant = operator.merchant();
        var account = operator.account(merchant, "owner", "880001");

        operator.json(
                "account", "bind", merchant, account, "--platform", "jd", "--shop", "7712", "--shop-name", "On jd");

        assertThat(operator.field("name", "account", "rename", merchant, account, "manager"))
                .isEqualTo("manager");
        assertThat(operator.run("account", "list", merchant).out()).contains("manager", "jd", "7712", "On jd");
        assertThat(operator.run("usage", merchant, account).out())
                .contains("bound to jd shop 7712 (On jd)")
                .containsPattern("Details fetched today +\\[-{20}\\] +0 of 300")
                .containsPattern("Products of the store +\\[-{20}\\] +0 of 5000  in 3 months")
                .contains("Publish results due", "Create stock");
        assertThat(operator.field("accountId", "usage", merchant, account)).isEqualTo(account);
        assertThat(operator.run("publish-results", "list", merchant, "--status", "missing")
                        .code())
                .isZero();
        assertThat(operator.run("stock", "list", merchant).code()).isZero();
    }

    @Test
    void theHistoryOfUsageIsCsvOfAllOrOfOneAccount() {
        var merchant = operator.merchant();
        var account = operator.account(merchant, "owner", "880001");
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
    void aMerchantAndAProductAreFoundByTheirNames() {
        var merchant = operator.merchant();
        var store = operator.field("storeUrl", "merchant", "show", merchant);
        var lines = """
                {"artNo":"NG-1","title":"One","price":1,"images":["a"]}
                {"artNo":"42","title":"Two","price":1,"images":["a"]}
                """;
        assertThat(operator.shell()
                        .typing(lines)
                        .run("import", "products", store, "-")
                        .code())
                .isZero();

        assertThat(operator.field("merchantId", "merchant", "show", store)).isEqualTo(merchant);
        assertThat(operator.field("merchantId", "merchant", "show", "store:" + store))
                .isEqualTo(merchant);
        assertThat(operator.field("title", "product", "show", store, "NG-1")).isEqualTo("One");
        assertThat(operator.field("title", "product", "show", store, "art:42")).isEqualTo("Two");
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
}
