package stockroom.auth;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import stockroom.config.Secret;
import stockroom.testing.Platform;
import stockroom.testing.TestMerchant;

/// Secrets and tokens cannot be guessed at line speed. A platform of its own: its clock is moved.
@Tag("contract")
class BruteForceGuardTest {
    private static final Secret WRONG = new Secret("0123456789abcdef0123456789abcdef");
    private static final Platform platform = Platform.start(Map.of());

    private final TestMerchant merchant = platform.merchant();

    @AfterAll
    static void stop() {
        platform.close();
    }

    @Test
    void tenWrongSignsCloseTheAddressForThisApplicationAndNothingElse() {
        var sameAddress = platform.merchant().from(merchant.address());
        for (int i = 0; i < 10; i++) {
            assertThat(merchant.withSecret(WRONG).productList("page", 1).code()).isEqualTo("SIGN_MISMATCH");
        }

        var closed = merchant.productList("page", 1);
        assertThat(closed.status()).isEqualTo(429);
        assertThat(closed.code()).isEqualTo("TOO_MANY_FAILURES");
        assertThat(Integer.parseInt(closed.header("Retry-After").orElseThrow())).isBetween(55, 60);
        assertThat(merchant.from("10.99.0.1").productList("page", 1).success()).isTrue();
        assertThat(sameAddress.productList("page", 1).success()).isTrue();

        platform.clock().move(Duration.ofSeconds(50));
        assertThat(merchant.productList("page", 1).status()).isEqualTo(429);
        platform.clock().move(Duration.ofSeconds(11));
        assertThat(merchant.productList("page", 1).success()).isTrue();
    }

    @Test
    void tenWrongTokensCloseTheAddressToo() {
        for (int i = 0; i < 10; i++) {
            assertThat(merchant.withToken(WRONG).productList("page", 1).code()).isEqualTo("TOKEN_INVALID");
        }

        assertThat(merchant.productList("page", 1).code()).isEqualTo("TOO_MANY_FAILURES");
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
