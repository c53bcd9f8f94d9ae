package stockroom.admin.credentials;

import static java.util.concurrent.TimeUnit.SECONDS;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.time.temporal.ChronoUnit;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import stockroom.auth.TokenHash;
import stockroom.config.Secret;
import stockroom.testing.platform.Operators;
import stockroom.testing.platform.Platform;
import stockroom.testing.platform.TestMerchant;
import tools.jackson.databind.JsonNode;

@Tag("slow")
class CredentialAdminTest {
    private static final Platform platform = Platform.start(Map.of());
    private static final Operators operator = platform.operator();

    private final TestMerchant merchant = platform.merchant();
    private final String application = "/applications/" + merchant.appid();
    private final String token =
            "/tokens/" + TokenHash.of(merchant.token().reveal()).hex().substring(0, 16);

    @AfterAll
    static void stop() {
        platform.close();
    }

    private static String code(TestMerchant caller) {
        return caller.productList("page", 1).code();
    }

    @Test
    void aNewApplicationSignsWithTheSecretThatIsShownOnce() {
        var created = operator.create("/applications", "{\"name\":\"Stall ERP\"}");
        long appid = created.path("applicationId").asLong();
        var caller = merchant.withAppid(appid)
                .withSecret(new Secret(created.path("secret").asString()));
        var issued = operator.create(
                "/tokens",
                "{\"applicationId\":%d,\"merchantId\":%d,\"accountId\":%d}"
                        .formatted(appid, merchant.id().value(), merchant.account()));

        assertThat(code(caller.withToken(new Secret(issued.path("accesstoken").asString()))))
                .isEmpty();
        var shown = operator.read("/applications/" + appid);
        assertThat(shown.path("name").asString()).isEqualTo("Stall ERP");
        assertThat(shown.path("secrets")).hasSize(1);
        assertThat(shown.toString()).doesNotContain(created.path("secret").asString());
        assertThat(operator.all("/applications", 2))
                .extracting(CredentialAdminTest::withoutLastUse)
                .contains(withoutLastUse(shown))
                .hasSize(Integer.parseInt(platform.query("SELECT count(*) FROM application")));
    }

    @Test
    void anApplicationIsRenamedSuspendedAndResumed() {
        assertThat(code(merchant)).isEmpty();
        assertThat(operator.change(application, "{\"name\":\"renamed\",\"suspended\":true}")
                        .path("name")
                        .asString())
                .isEqualTo("renamed");
        await().atMost(60, SECONDS).until(() -> code(merchant).equals("APP_UNKNOWN"));
        assertThat(operator.read(application).path("suspended").asBoolean()).isTrue();

        operator.change(application, "{\"suspended\":false}");
        await().atMost(60, SECONDS).until(() -> code(merchant).isEmpty());
        assertThat(operator.read(application).path("name").asString()).isEqualTo("renamed");
    }

    @Test
    void twoSecretsSignUntilOneIsEndedAndTheNextTakesItsSlot() {
        var added = operator.create(application + "/secrets", "");
        var second = merchant.withSecret(new Secret(added.path("secret").asString()));
        assertThat(added.path("slot").asInt()).isEqualTo(2);
        await().atMost(60, SECONDS).until(() -> code(second).isEmpty());
        assertThat(code(merchant)).isEmpty();
        assertThat(operator.post(application + "/secrets", "").status()).isEqualTo(409);

        assertThat(operator.delete(application + "/secrets/1").json().path("secrets"))
                .hasSize(1);
        await().atMost(60, SECONDS).until(() -> code(merchant).equals("SIGN_MISMATCH"));
        assertThat(code(second)).isEmpty();
        assertThat(operator.delete(application + "/secrets/1").status()).isEqualTo(404);
        assertThat(operator.delete(application + "/secrets/2").status()).isEqualTo(409);
        assertThat(code(second)).isEmpty();

        assertThat(operator.create(application + "/secrets", "").path("slot").asInt())
                .isEqualTo(1);
    }

    @Test
    void aTokenIsShownWithoutItselfAndListedByApplicationAndMerchant() {
        var other = platform.throughAnotherApplication(merchant);
        var colleague = platform.anotherAccount(merchant);
        var shown = operator.read(token);

        assertThat(shown.path("state").asString()).isEqualTo("active");
        assertThat(shown.path("accountId").asLong()).isEqualTo(merchant.account());
        assertThat(operator.all("/tokens?application=" + merchant.appid(), 1))
                .hasSize(2)
                .contains(shown, operator.read(tokenOf(colleague)));
        assertThat(operator.all("/tokens?merchant=" + merchant.id().value(), 2))
                .hasSize(3)
                .contains(shown, operator.read(tokenOf(other)));
        assertThat(operator.all(
                        "/tokens?merchant=%d&application=%d"
                                .formatted(merchant.id().value(), other.appid()),
                        100))
                .containsExactly(operator.read(tokenOf(other)));
        assertThat(operator.all("/tokens?merchant=999999", 100)).isEmpty();
        assertThat(operator.all("/tokens", 3))
                .hasSize(Integer.parseInt(platform.query("SELECT count(*) FROM access_token")));
    }

    @Test
    void tokensAreFoundByTheirIdTheNameOfTheirApplicationAndTheirState() {
        operator.change(application, "{\"name\":\"Found by Name\"}");
        var expired = merchant.withToken(platform.issueToken(merchant, Duration.ofSeconds(-1)));
        var id = token.substring("/tokens/".length());

        assertThat(found("search=by%20NAME"))
                .containsExactlyInAnyOrder(id, tokenOf(expired).substring(8));
        assertThat(found("search=by%20name&state=active")).containsExactly(id);
        assertThat(found("search=by%20name&state=expired"))
                .containsExactly(tokenOf(expired).substring(8));
        assertThat(found("search=" + id.substring(0, 10))).contains(id);
        operator.delete(token);
        assertThat(found("search=by%20name&state=revoked")).containsExactly(id);
    }

    private static List<String> found(String query) {
        return operator.all("/tokens?" + query, 1).stream()
                .map(item -> item.path("tokenId").asString())
                .toList();
    }

    @Test
    void aTokenLivesAsLongAsWasAsked() {
        var body = "{\"applicationId\":%d,\"merchantId\":%d,\"accountId\":%d%s}";
        var usual = operator.create(
                "/tokens", body.formatted(merchant.appid(), merchant.id().value(), merchant.account(), ""));
        var week = operator.create(
                "/tokens", body.formatted(merchant.appid(), merchant.id().value(), merchant.account(), ",\"days\":7"));

        assertThat(lifetime(
                        usual.path("createdAt").asString(),
                        usual.path("expiresAt").asString()))
                .isEqualTo(Duration.ofDays(90));
        assertThat(lifetime(
                        week.path("createdAt").asString(),
                        week.path("expiresAt").asString()))
                .isEqualTo(Duration.ofDays(7));
        for (var wrong : new String[] {"0", "3651", "\"7\"", "1.5", "null"}) {
            assertThat(operator.patch(token, "{\"days\":%s}".formatted(wrong)).status())
                    .isEqualTo(400);
        }
    }

    @Test
    void anExpiredTokenThatIsRenewedWorksAgain() {
        var expired = merchant.withToken(platform.issueToken(merchant, Duration.ofSeconds(-1)));
        assertThat(code(expired)).isEqualTo("TOKEN_INVALID");
        assertThat(operator.read(tokenOf(expired)).path("state").asString()).isEqualTo("expired");

        assertThat(operator.change(tokenOf(expired), "{\"days\":1}")
                        .path("state")
                        .asString())
                .isEqualTo("active");

        await().atMost(60, SECONDS).until(() -> code(expired).isEmpty());
    }

    @Test
    void aTokenThatExpiresSoonIsListedAndCountedWhileItIsActive() {
        var soon = platform.issueToken(merchant, Duration.ofDays(3));
        var revoked = merchant.withToken(platform.issueToken(merchant, Duration.ofDays(3)));
        operator.delete(tokenOf(revoked));
        platform.issueToken(merchant, Duration.ofSeconds(-1));
        platform.issueToken(merchant, Duration.ofDays(15));
        var list = "/tokens?merchant=%d&expiresBefore=%s";
        long id = merchant.id().value();
        var inFourDays = Instant.now().plus(Duration.ofDays(4));

        var expiring = operator.all(list.formatted(id, inFourDays), 1);

        assertThat(expiring)
                .extracting(token -> token.path("tokenId").asString())
                .containsExactlyInAnyOrder(
                        token.substring("/tokens/".length()),
                        TokenHash.of(soon.reveal()).hex().substring(0, 16));
        assertThat(expiring).allSatisfy(token -> {
            assertThat(token.path("state").asString()).isEqualTo("active");
            assertThat(Instant.parse(token.path("expiresAt").asString())).isBefore(inFourDays);
        });
        assertThat(operator.all(list.formatted(id, Instant.now().plus(Duration.ofDays(2))), 9))
                .hasSize(1);
        for (var wrong : new String[] {"tomorrow", "2026-11-15", "%2B12345-01-01T00:00:00Z"}) {
            assertThat(operator.get(list.formatted(id, wrong)).status()).isEqualTo(400);
        }

        var metrics = new SimpleMeterRegistry();
        try (var _ = new ExpiringTokens(platform.database(), metrics)) {
            var within14Days = platform.query("""
                    SELECT count(*) FROM access_token
                    WHERE revoked_at IS NULL AND expires_at > now() AND expires_at < now() + interval '14 days'
                    """);
            await().atMost(60, SECONDS)
                    .untilAsserted(() -> assertThat(metrics.get("stockroom.tokens.expiring")
                                    .gauge()
                                    .value())
                            .isEqualTo(Double.parseDouble(within14Days))
                            .isPositive());
        }
    }

    @Test
    void aProgramSeesWhenItsTokenExpiresAndThatItWasRenewed() {
        var shown = operator.change(token, "{\"days\":5}").path("expiresAt").asString();

        await().atMost(60, SECONDS)
                .untilAsserted(() -> assertThat(merchant.limits()
                                .json()
                                .at("/data/token/expiresAt")
                                .asString())
                        .isEqualTo(Instant.parse(shown)
                                .truncatedTo(ChronoUnit.MILLIS)
                                .atOffset(ZoneOffset.UTC)
                                .format(DateTimeFormatter.ofPattern("yyyy-MM-dd'T'HH:mm:ss.SSS'Z'"))));
    }

    @Test
    void aTokenThatIsAboutToExpireLivesOnWhenItIsRenewed() throws InterruptedException {
        // tries another token if this one expired before it was used
        var dying = await().atMost(60, SECONDS)
                .until(
                        () -> merchant.withToken(platform.issueToken(merchant, Duration.ofSeconds(2))),
                        caller -> code(caller).isEmpty());
        operator.change(tokenOf(dying), "{\"days\":1}");
        Thread.sleep(2_500);
        assertThat(code(dying)).isEmpty();
    }

    @Test
    void aRevokedTokenStaysRevoked() {
        assertThat(code(merchant)).isEmpty();
        var revoked = operator.delete(token).json();
        assertThat(revoked.path("state").asString()).isEqualTo("revoked");
        await().atMost(60, SECONDS).until(() -> code(merchant).equals("TOKEN_INVALID"));

        assertThat(withoutLastUse(operator.delete(token).json())).isEqualTo(withoutLastUse(revoked));
        assertThat(operator.patch(token, "{\"days\":90}").status()).isEqualTo(409);
        assertThat(withoutLastUse(operator.read(token))).isEqualTo(withoutLastUse(revoked));
        assertThat(code(merchant)).isEqualTo("TOKEN_INVALID");
    }

    private static String withoutLastUse(JsonNode shown) {
        return shown.toString().replaceAll("\"lastUsedAt\":[^,}]*", "");
    }

    private static String tokenOf(TestMerchant caller) {
        return "/tokens/" + TokenHash.of(caller.token().reveal()).hex().substring(0, 16);
    }

    private static Duration lifetime(String from, String to) {
        return Duration.between(Instant.parse(from), Instant.parse(to));
    }
}
