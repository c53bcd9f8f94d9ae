package stockroom.auth;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.Map;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import stockroom.admin.operators.Scope;
import stockroom.config.Secret;
import stockroom.testing.platform.Operators;
import stockroom.testing.platform.Platform;
import stockroom.testing.platform.TestMerchant;
import tools.jackson.databind.JsonNode;

/// A server writes the last uses when it stops, at the latest.
@Tag("usage")
@Tag("slow")
class LastUseTest {
    @Test
    void anOperatorSeesWhenAProgramUsesItsNewSecret() {
        try (var platform = Platform.start(Map.of())) {
            var merchant = platform.merchant();
            var operator = platform.operator();
            var application = "/applications/" + merchant.appid();
            var added = operator.create(application + "/secrets", "");
            long begun = System.nanoTime();
            try (var node = Platform.on(platform)) {
                call(merchant, node);
                var written = platform.query("SELECT count(*) FROM last_use WHERE credential NOT LIKE 'operator key%'");
                // a thread writes the uses every 15 seconds
                assertThat(written.equals("0")
                                || System.nanoTime() - begun
                                        > Duration.ofSeconds(14).toNanos())
                        .as("written by a request: " + written)
                        .isTrue();
            }
            var before = operator.read(application).path("secrets");
            assertThat(lastUse(before.path(0))).isCloseTo(Instant.now(), within(1, ChronoUnit.MINUTES));
            assertThat(before.path(1).path("lastUsedAt").isNull()).isTrue();

            try (var node = Platform.on(platform)) {
                node.clock().move(Duration.ofMinutes(5));
                call(merchant.withSecret(new Secret(added.path("secret").asString())), node);
            }
            var after = operator.read(application).path("secrets");
            assertThat(lastUse(after.path(0))).isEqualTo(lastUse(before.path(0)));
            assertThat(lastUse(after.path(1)))
                    .isCloseTo(Instant.now().plus(Duration.ofMinutes(5)), within(1, ChronoUnit.MINUTES));
        }
    }

    @Test
    void aSecretThatTakesAnOldOnesSlotHasNotBeenUsed() {
        try (var platform = Platform.start(Map.of())) {
            var merchant = platform.merchant();
            var operator = platform.operator();
            var secrets = "/applications/%d/secrets".formatted(merchant.appid());
            operator.create(secrets, "");
            try (var node = Platform.on(platform)) {
                call(merchant, node);
            }
            operator.delete(secrets + "/1");
            operator.create(secrets, "");

            assertThat(operator.read("/applications/" + merchant.appid())
                            .path("secrets")
                            .path(0)
                            .path("lastUsedAt")
                            .isNull())
                    .isTrue();
        }
    }

    @Test
    void tokensAndOperatorsKeysAreListedWithTheirLastUseAndEachIsWrittenOnceForManyCalls() {
        try (var platform = Platform.start(Map.of())) {
            var merchant = platform.merchant();
            var unused = platform.merchant();
            var key = platform.operatorKey(Scope.READ, Duration.ofHours(1));
            var operator = platform.operator();
            try (var node = Platform.on(platform)) {
                for (int i = 0; i < 20; i++) {
                    call(merchant, node);
                    assertThat(Operators.withKey(node.adminUrl(), key.key())
                                    .get("/merchants")
                                    .status())
                            .isEqualTo(200);
                }
            }

            assertThat(token(operator, merchant).path("lastUsedAt").isNull()).isFalse();
            assertThat(token(operator, unused).path("lastUsedAt").isNull()).isTrue();
            assertThat(operator.all("/operator-keys", 10))
                    .filteredOn(listed ->
                            listed.path("keyId").asLong() == key.about().keyId())
                    .singleElement()
                    .satisfies(listed ->
                            assertThat(lastUse(listed)).isCloseTo(Instant.now(), within(1, ChronoUnit.MINUTES)));
            // the key of the reading operator may be written too
            assertThat(platform.query("""
                    SELECT count(*) FROM last_use
                    WHERE credential NOT LIKE 'operator key%%' OR credential = 'operator key %d'
                    """.formatted(key.about().keyId()))).isEqualTo("3");
        }
    }

    private static JsonNode token(Operators operator, TestMerchant merchant) {
        return operator.read("/tokens?merchant=" + merchant.id().value())
                .path("items")
                .path(0);
    }

    private static Instant lastUse(JsonNode credential) {
        return Instant.parse(credential.path("lastUsedAt").asString());
    }

    private static void call(TestMerchant merchant, Platform node) {
        assertThat(merchant.postTo(node.baseUrl(), "/Stock/Product", TestMerchant.FORM, "page=1")
                        .status())
                .isEqualTo(200);
    }
}
