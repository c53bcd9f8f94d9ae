package stockroom.admin.operators;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.UUID;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;
import stockroom.testing.http.Reply;
import stockroom.testing.platform.Operators;
import stockroom.testing.platform.Platform;

class IdempotentOperatorsTest {
    private static final Platform platform = Platform.shared();
    private static final Operators operator = platform.operator();

    private final String key = UUID.randomUUID().toString();
    private final Operators once = operator.withIdempotencyKey(key);

    static Stream<Arguments> creations() {
        var merchant = platform.merchant();
        long id = merchant.id().value();
        return Stream.of(
                Arguments.of("/merchants", "{\"storeUrl\":\"once-%d\",\"storeName\":\"Once\"}".formatted(id)),
                Arguments.of("/merchants/%d/accounts".formatted(id), """
                        {"name":"second","store":{"platform":"jd","shopId":"77","shopName":"On jd"}}"""),
                Arguments.of("/applications", "{\"name\":\"Once\"}"),
                Arguments.of("/applications/%d/secrets".formatted(merchant.appid()), ""),
                Arguments.of(
                        "/tokens",
                        "{\"applicationId\":%d,\"merchantId\":%d,\"accountId\":%d}"
                                .formatted(merchant.appid(), id, merchant.account())),
                Arguments.of("/operator-keys", "{\"name\":\"once\",\"scope\":\"read\"}"),
                Arguments.of("/platform/invitations", "{\"name\":\"Once\",\"role\":\"read\"}"),
                Arguments.of("/merchants/%d/invitations".formatted(id), "{\"name\":\"Once\",\"role\":\"owner\"}"),
                Arguments.of(
                        "/applications/%d/invitations".formatted(merchant.appid()),
                        "{\"name\":\"Once\",\"role\":\"programmer\"}"));
    }

    private static int changes() {
        return Integer.parseInt(platform.query("SELECT count(*) FROM audit_entry WHERE action <> 'merchant.read'"));
    }

    @ParameterizedTest
    @MethodSource("creations")
    void aRequestThatIsSentAgainIsAnsweredAsBefore(String path, String body) {
        int before = changes();
        var first = once.post(path, body);
        var second = once.post(path, body);

        assertThat(first.status()).as(first.text()).isEqualTo(201);
        assertThat(second.status()).isEqualTo(201);
        assertThat(second.text()).isEqualTo(first.text());
        assertThat(first.header("Idempotent-Replayed")).isEmpty();
        assertThat(second.header("Idempotent-Replayed")).contains("true");
        assertThat(changes()).isEqualTo(before + 1);
        // another key or operator makes it another request
        if (path.equals("/applications")) {
            assertThat(platform.operator()
                            .withIdempotencyKey(key)
                            .post(path, body)
                            .text())
                    .isNotEqualTo(first.text());
            assertThat(operator.post(path, body).text()).isNotEqualTo(first.text());
        }
    }

    @Test
    void anAnswerIsKeptEncrypted() {
        var secret = once.post("/applications", "{\"name\":\"Sealed\"}")
                .json()
                .path("secret")
                .asString();

        assertThat(platform.query(
                        "SELECT count(*) FROM operator_request WHERE key = '%s' AND position('%s'::bytea IN answer) = 0"
                                .formatted(key, secret)))
                .isEqualTo("1");
    }

    @Test
    void aKeyIsOfOneRequest() {
        once.post("/applications", "{\"name\":\"One\"}");

        var other = once.post("/applications", "{\"name\":\"Other\"}");

        assertThat(other.status()).isEqualTo(400);
        assertThat(other.code()).isEqualTo("IDEMPOTENCY_KEY_REUSED");
    }

    @Test
    void whatWasRefusedMayBeSentAgain() {
        var refused = once.post("/merchants", "{\"storeUrl\":\"a b\",\"storeName\":\"X\"}");
        assertThat(refused.status()).isEqualTo(400);

        assertThat(once.post("/applications", "{\"name\":\"After a refusal\"}").status())
                .isEqualTo(201);
    }

    @Test
    void anAnswerThatWasLostIsNotMadeUp() {
        once.post("/applications", "{\"name\":\"Lost\"}");
        platform.execute("UPDATE operator_request SET answer = NULL WHERE key = '%s'".formatted(key));

        var again = once.post("/applications", "{\"name\":\"Lost\"}");

        assertThat(again.status()).isEqualTo(409);
        assertThat(again.code()).isEqualTo("ANSWER_NOT_KEPT");
    }

    @Test
    void ofManyAtOnceOneIsCarriedOut() throws Exception {
        var body = "{\"storeUrl\":\"at-once-%s\",\"storeName\":\"At once\"}".formatted(key);
        int before = changes();
        var replies = new ArrayList<Future<Reply>>();
        try (var threads = Executors.newVirtualThreadPerTaskExecutor()) {
            for (int i = 0; i < 6; i++) {
                replies.add(threads.submit(() -> once.post("/merchants", body)));
            }
        }
        var created = new HashSet<String>();
        for (var reply : replies) {
            // the first response may not be stored yet
            if (reply.get().status() != 409) {
                assertThat(reply.get().status()).as(reply.get().text()).isEqualTo(201);
                created.add(reply.get().text());
            }
        }

        assertThat(created).hasSize(1);
        assertThat(changes()).isEqualTo(before + 1);
    }
}
