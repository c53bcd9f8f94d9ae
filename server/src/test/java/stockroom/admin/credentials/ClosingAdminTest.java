package stockroom.admin.credentials;

import static java.util.concurrent.TimeUnit.SECONDS;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import stockroom.config.Secret;
import stockroom.testing.platform.Operators;
import stockroom.testing.platform.Platform;
import stockroom.testing.platform.TestMerchant;
import tools.jackson.databind.JsonNode;

@Tag("slow")
class ClosingAdminTest {
    private static final Secret WRONG = new Secret("0123456789abcdef0123456789abcdef");
    private static final Platform platform = Platform.start(Map.of());
    private static final Operators operator = platform.operator();

    private final TestMerchant merchant = platform.merchant();

    @AfterAll
    static void stop() {
        platform.close();
    }

    @Test
    void aClosingIsListedWithItsTimesUntilItIsOver() {
        close(merchant, platform.baseUrl());

        var closing = ofMerchant(operator).getFirst();
        assertThat(closing.path("address").asString()).isEqualTo(merchant.address());
        var since = Instant.parse(closing.path("since").asString());
        assertThat(Instant.parse(closing.path("until").asString())).isEqualTo(since.plusSeconds(60));
        assertThat(Duration.between(since, platform.clock().instant())).isLessThan(Duration.ofSeconds(50));

        platform.clock().move(Duration.ofSeconds(61));
        assertThat(ofMerchant(operator)).isEmpty();
    }

    @Test
    void pagesHoldEachOnce() {
        for (int i = 1; i <= 5; i++) {
            close(merchant.from("192.0.2." + i), platform.baseUrl());
        }

        assertThat(operator.all("/closings", 2).stream()
                        .filter(this::isOfMerchant)
                        .map(closing -> closing.path("address").asString()))
                .containsExactly("192.0.2.1", "192.0.2.2", "192.0.2.3", "192.0.2.4", "192.0.2.5");
    }

    @Test
    void liftedItIsOpenAndThatIsInTheAuditLog() {
        close(merchant, platform.baseUrl());
        var elsewhere = merchant.from("192.0.2.9");
        close(elsewhere, platform.baseUrl());

        var reply = operator.delete(path(merchant.address()));

        assertThat(reply.status()).isEqualTo(200);
        await().atMost(60, SECONDS).until(() -> isOpen(merchant));
        assertThat(isOpen(elsewhere)).isFalse();
        var entry = operator.read("/audit?limit=1&subject=application%20" + merchant.appid())
                .at("/items/0");
        assertThat(entry.path("action").asString()).isEqualTo("closing.lift");
        assertThat(entry.at("/before/address").asString()).isEqualTo(merchant.address());
    }

    @Test
    void throughOneNodeItIsLiftedOnAnother() {
        try (var other = Platform.on(platform)) {
            close(merchant, other.baseUrl());
            assertThat(ofMerchant(operator)).isEmpty();
            assertThat(ofMerchant(operator.at(other.adminUrl()))).hasSize(1);

            operator.delete(path(merchant.address()));

            await().atMost(60, SECONDS)
                    .until(() -> ofMerchant(operator.at(other.adminUrl())).isEmpty());
        }
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "2001:db8::7",
                "2001:DB8:0::7",
                "2001%3Adb8%3A%3A7",
                "2001:db8:0:0:0:0:0:7",
                "2001:db8::8",
                "2001:db8::%2F64"
            })
    void anAddressOfTheNewerVersionIsFoundInEveryWayOfWritingIt(String written) {
        var caller = merchant.from("2001:db8::7");
        close(caller, platform.baseUrl());
        assertThat(ofMerchant(operator).getFirst().path("address").asString()).isEqualTo("2001:db8:0:0:0:0:0:0/64");

        assertThat(operator.delete(path(written)).status()).isEqualTo(200);

        await().atMost(60, SECONDS).until(() -> isOpen(caller));
    }

    @Test
    void liftingForgetsTheGuessesBeforeItToo() {
        close(merchant, platform.baseUrl());
        operator.delete(path(merchant.address()));
        await().atMost(60, SECONDS).until(() -> isOpen(merchant));

        // the check has already sent one
        for (int i = 0; i < 8; i++) {
            assertThat(merchant.withSecret(WRONG).productList("page", 1).code()).isEqualTo("SIGN_MISMATCH");
        }
        assertThat(ofMerchant(operator)).isEmpty();
    }

    @Test
    void aGaugeCountsThoseThatAreClosedNow() {
        platform.clock().move(Duration.ofSeconds(61));
        assertThat(platform.metric("stockroom_closings")).isZero();
        close(merchant, platform.baseUrl());
        close(merchant.from("192.0.2.1"), platform.baseUrl());
        assertThat(platform.metric("stockroom_closings")).isEqualTo(2);

        operator.delete(path(merchant.address()));
        await().atMost(60, SECONDS).until(() -> platform.metric("stockroom_closings") == 1);
        platform.clock().move(Duration.ofSeconds(61));
        assertThat(platform.metric("stockroom_closings")).isZero();
    }

    private static boolean isOpen(TestMerchant merchant) {
        return merchant.withSecret(WRONG).productList("page", 1).code().equals("SIGN_MISMATCH");
    }

    private static void close(TestMerchant merchant, String node) {
        for (int i = 0; i < 10; i++) {
            assertThat(merchant.withSecret(WRONG)
                            .postTo(node, "/Stock/Product", TestMerchant.FORM, "page=1")
                            .code())
                    .isEqualTo("SIGN_MISMATCH");
        }
    }

    private String path(String address) {
        return "/applications/%d/closings/%s".formatted(merchant.appid(), address);
    }

    private List<JsonNode> ofMerchant(Operators operator) {
        return operator.all("/closings", 100).stream()
                .filter(this::isOfMerchant)
                .toList();
    }

    private boolean isOfMerchant(JsonNode closing) {
        return closing.path("applicationId").asLong() == merchant.appid();
    }
}
