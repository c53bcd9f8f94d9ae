package stockroom.auth;

import static java.util.concurrent.TimeUnit.SECONDS;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.time.Duration;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import stockroom.config.Secret;
import stockroom.testing.machine.Figures;
import stockroom.testing.platform.Platform;
import stockroom.testing.platform.TestMerchant;

@Tag("contract")
class BruteForceGuardTest {
    private static final Secret WRONG = new Secret("0123456789abcdef0123456789abcdef");
    private static final Platform platform = Platform.start(Map.of("STOCKROOM_AUTH_CACHE_TIME", "1h"));

    private final TestMerchant merchant = platform.merchant();
    /// Another merchant, called by the same application from the same address.
    private final TestMerchant neighbour = platform.merchant()
            .withAppid(merchant.appid())
            .withSecret(merchant.secret())
            .from(merchant.address());

    @AfterAll
    static void stop() {
        platform.close();
    }

    @Test
    void tenWrongSignsCloseTheAddressToFurtherOnesAndToNothingElse() {
        var sameAddress = platform.merchant().from(merchant.address());
        for (int i = 0; i < 10; i++) {
            assertThat(merchant.withSecret(WRONG).productList("page", 1).code()).isEqualTo("SIGN_MISMATCH");
        }

        var closed = merchant.withSecret(WRONG).productList("page", 1);
        assertThat(closed.status()).isEqualTo(429);
        assertThat(closed.code()).isEqualTo("TOO_MANY_FAILURES");
        assertThat(Integer.parseInt(closed.header("Retry-After").orElseThrow())).isBetween(1, 60);
        assertThat(merchant.productList("page", 1).success()).isTrue();
        assertThat(neighbour
                        .withToken(platform.issueToken(neighbour, Duration.ofHours(1)))
                        .productList("page", 1)
                        .success())
                .isTrue();
        assertThat(sameAddress.withSecret(WRONG).productList("page", 1).code()).isEqualTo("SIGN_MISMATCH");
        assertThat(merchant.from("10.99.0.1")
                        .withSecret(WRONG)
                        .productList("page", 1)
                        .code())
                .isEqualTo("SIGN_MISMATCH");

        platform.clock().move(Duration.ofSeconds(30));
        assertThat(merchant.withSecret(WRONG).productList("page", 1).status()).isEqualTo(429);
        platform.clock().move(Duration.ofSeconds(31));
        assertThat(merchant.withSecret(WRONG).productList("page", 1).code()).isEqualTo("SIGN_MISMATCH");
    }

    @Test
    void tenWrongTokensCloseTheAddressToo() {
        for (int i = 0; i < 10; i++) {
            assertThat(merchant.withToken(WRONG).productList("page", 1).code()).isEqualTo("TOKEN_INVALID");
        }

        assertThat(merchant.withToken(WRONG).productList("page", 1).code()).isEqualTo("TOO_MANY_FAILURES");
        assertThat(merchant.productList("page", 1).success()).isTrue();
        var ended = platform.issueToken(merchant, Duration.ofSeconds(-1));
        assertThat(merchant.withToken(ended).productList("page", 1).code()).isEqualTo("TOKEN_INVALID");
    }

    /// In IPv6, the owner of an address can use 2^64 addresses of its network.
    @Test
    void addressesOfOneNetworkAreCountedTogether() {
        for (int i = 0; i < 10; i++) {
            assertThat(merchant.from("2001:db8:7::" + i)
                            .withSecret(WRONG)
                            .productList("page", 1)
                            .code())
                    .isEqualTo("SIGN_MISMATCH");
        }

        assertThat(merchant.from("2001:db8:7:0:ffff::1")
                        .withSecret(WRONG)
                        .productList("page", 1)
                        .code())
                .isEqualTo("TOO_MANY_FAILURES");
        assertThat(merchant.from("2001:db8:7:1::1")
                        .withSecret(WRONG)
                        .productList("page", 1)
                        .code())
                .isEqualTo("SIGN_MISMATCH");
    }

    enum Old {
        EXPIRED,
        REVOKED,
        OF_A_SUSPENDED_MERCHANT
    }

    @ParameterizedTest
    @EnumSource
    void anOldTokenOfOneMerchantClosesNothingForTheOthers(Old old) {
        var other = neighbour.withToken(platform.issueToken(neighbour, Duration.ofHours(1)));
        var token = platform.issueToken(merchant, old == Old.EXPIRED ? Duration.ofSeconds(-1) : Duration.ofHours(1));
        switch (old) {
            case EXPIRED -> {}
            case REVOKED -> platform.operator().delete("/tokens/" + id(token));
            case OF_A_SUSPENDED_MERCHANT ->
                platform.operator().change("/merchants/" + merchant.id().value(), "{\"suspended\":true}");
        }
        var expected = old == Old.OF_A_SUSPENDED_MERCHANT ? "MERCHANT_SUSPENDED" : "TOKEN_INVALID";
        for (int i = 0; i < 15; i++) {
            assertThat(merchant.withToken(token).productList("page", 1).code()).isEqualTo(expected);
        }

        boolean served = other.productList("page", 1).success();
        var figure = old.name().toLowerCase(Locale.ROOT).replace('_', '-') + "-token-others-refused";
        Figures.write(figure, served ? 0 : 1, "calls", "0", served);
        assertThat(served).isTrue();
    }

    @Test
    void aTokenOfAnotherApplicationIsAGuessEvenIfItHasEnded() {
        var stranger = platform.merchant();
        var live = stranger.token();
        var expired = platform.issueToken(stranger, Duration.ofSeconds(-1));
        for (int i = 0; i < 10; i++) {
            assertThat(merchant.withToken(i % 2 == 0 ? live : expired)
                            .productList("page", 1)
                            .code())
                    .isEqualTo("TOKEN_INVALID");
        }

        assertThat(merchant.withToken(WRONG).productList("page", 1).code()).isEqualTo("TOO_MANY_FAILURES");
    }

    @Test
    void aTokenThatHasEndedIsAskedForOnceUntilItIsRenewed() {
        var token = platform.issueToken(merchant, Duration.ofSeconds(-1));
        var old = merchant.withToken(token);
        // waits until the node has read this test's own application and is idle
        await().atMost(60, SECONDS).until(() -> connectionsUsedBy(old, 20) == 0);

        platform.operator().change("/tokens/" + id(token), "{\"days\":1}");

        await().atMost(60, SECONDS).until(() -> old.productList("page", 1).success());
    }

    private static long connectionsUsedBy(TestMerchant caller, int calls) {
        long before = platform.connectionsUsed();
        for (int i = 0; i < calls; i++) {
            assertThat(caller.productList("page", 1).code()).isEqualTo("TOKEN_INVALID");
        }
        return platform.connectionsUsed() - before;
    }

    private static String id(Secret token) {
        return TokenHash.of(token.reveal()).hex().substring(0, 16);
    }

    @Test
    void nineWrongSignsAMinuteCloseNothing() {
        for (int minute = 0; minute < 2; minute++) {
            for (int i = 0; i < 9; i++) {
                merchant.withSecret(WRONG).productList("page", 1);
            }
            assertThat(merchant.productList("page", 1).success()).isTrue();
            platform.clock().move(Duration.ofSeconds(61));
        }
    }

    @Test
    void malformedHeadersAreNoGuesses() {
        for (int i = 0; i < 12; i++) {
            for (var malformed : List.of("sign", "timestamp", "accesstoken")) {
                var headers = merchant.headers();
                headers.put(malformed, malformed.equals("sign") ? "guess" : " ");
                assertThat(merchant.send("POST", "/Stock/Product?page=1", headers.entrySet(), new byte[0])
                                .status())
                        .isEqualTo(400);
            }
        }

        assertThat(merchant.productList("page", 1).success()).isTrue();
    }
}
