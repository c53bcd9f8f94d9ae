package stockroom.admin.operators;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import java.net.URI;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestFactory;
import stockroom.admin.AdminSamples;
import stockroom.config.Secret;
import stockroom.testing.http.AdminDescription;
import stockroom.testing.http.AdminDescription.Operation;
import stockroom.testing.http.RawConnection;
import stockroom.testing.http.Reply;
import stockroom.testing.platform.Operators;
import stockroom.testing.platform.Platform;
import stockroom.testing.platform.TestMerchant;

@Tag("slow")
public class OperatorKeysTest {
    private static final Platform platform = Platform.start(Map.of());
    private static final Map<String, String> existing = new HashMap<>();
    private static final TestMerchant merchant = platform.merchant();

    @BeforeAll
    static void oneOfEach() {
        existing.putAll(AdminSamples.of(platform, merchant));
    }

    @AfterAll
    static void stop() {
        platform.close();
    }

    private enum Wrong {
        NONE("OPERATOR_KEY_MISSING"),
        EMPTY("OPERATOR_KEY_MISSING"),
        BASIC("OPERATOR_KEY_MISSING"),
        OF_THE_RIGHT_LENGTH("OPERATOR_KEY_INVALID"),
        ONE_CHARACTER_CHANGED("OPERATOR_KEY_INVALID"),
        EXPIRED("OPERATOR_KEY_INVALID"),
        REVOKED("OPERATOR_KEY_INVALID"),
        TOKEN_OF_A_MERCHANT("OPERATOR_KEY_INVALID"),
        SECRET_OF_AN_APPLICATION("OPERATOR_KEY_INVALID");

        private final String code;

        Wrong(String code) {
            this.code = code;
        }

        Operators operator() {
            var url = platform.adminUrl();
            return switch (this) {
                case NONE -> Operators.withoutKey(url);
                case EMPTY -> Operators.withHeader(url, "Bearer ");
                case BASIC -> Operators.withHeader(url, "Basic " + good().reveal());
                case OF_THE_RIGHT_LENGTH -> Operators.withKey(url, new Secret("stockroom_" + "0".repeat(64)));
                case ONE_CHARACTER_CHANGED -> Operators.withKey(url, oneCharacterChanged(good()));
                case EXPIRED ->
                    Operators.withKey(
                            url,
                            platform.operatorKey(Scope.KEYS, Duration.ofSeconds(-1))
                                    .key());
                case REVOKED -> Operators.withKey(url, revoked());
                case TOKEN_OF_A_MERCHANT -> Operators.withKey(url, merchant.token());
                case SECRET_OF_AN_APPLICATION -> Operators.withKey(url, merchant.secret());
            };
        }

        private static Secret good() {
            return platform.operatorKey(Scope.KEYS, Duration.ofHours(1)).key();
        }

        private static Secret oneCharacterChanged(Secret key) {
            var text = key.reveal();
            return new Secret(text.substring(0, text.length() - 1) + (text.endsWith("0") ? "1" : "0"));
        }

        private static Secret revoked() {
            var key = platform.operatorKey(Scope.KEYS, Duration.ofHours(1));
            var reply =
                    platform.operator().delete("/operator-keys/" + key.about().keyId());
            assertThat(reply.json().path("state").asString()).isEqualTo("revoked");
            return key.key();
        }
    }

    @TestFactory
    Stream<DynamicTest> aKeyThatDoesNotFitOpensNothingAndLearnsNothing() {
        return Stream.of(Wrong.values()).flatMap(wrong -> {
            var operator = wrong.operator();
            return closed().map(operation -> DynamicTest.dynamicTest("%s, %s".formatted(wrong, operation), () -> {
                var dump = platform.digest();
                var reply = operator.call(operation, existing);

                assertThat(reply.status()).isEqualTo(401);
                assertThat(reply.code()).isEqualTo(wrong.code);
                assertThat(seen(operator.call(operation, AdminSamples.ABSENT))).isEqualTo(seen(reply));
                assertThat(platform.digest()).isEqualTo(dump);
            }));
        });
    }

    @Test
    void wrongExpiredAndRevokedKeysAreAnsweredAlike() {
        assertThat(Stream.of(Wrong.OF_THE_RIGHT_LENGTH, Wrong.ONE_CHARACTER_CHANGED, Wrong.EXPIRED, Wrong.REVOKED)
                        .map(wrong -> seen(wrong.operator().get("/merchants")))
                        .distinct())
                .hasSize(1);
    }

    @TestFactory
    Stream<DynamicTest> aReadOnlyKeyReadsEverythingAndChangesNothing() {
        var reader = platform.readOnlyOperator();
        return closed().map(operation -> DynamicTest.dynamicTest(operation.toString(), () -> {
            // the audit log records a merchant's first read in an hour, so that read happens before the
            // comparison
            reader.call(operation, existing);
            var dump = platform.digest();
            var reply = reader.call(operation, existing);

            assertThat(reply.status()).isEqualTo(operation.method().equals("GET") ? 200 : 403);
            assertThat(platform.digest()).isEqualTo(dump);
        }));
    }

    /// The ids do not exist, so that a permitted call does not end what other tests need.
    @TestFactory
    Stream<DynamicTest> everyOperationIsOpenToTheScopeItNeedsAndThoseAboveAlone() {
        var scopes = List.of(Scope.values());
        return scopes.stream().flatMap(scope -> {
            var operator = Operators.withKey(
                    platform.adminUrl(),
                    platform.operatorKey(scope, Duration.ofHours(1)).key());
            return closed().map(operation -> DynamicTest.dynamicTest("%s, %s".formatted(scope, operation), () -> {
                boolean allowed = scopes.indexOf(scope) >= scopes.indexOf(Scope.of(operation.scope()));
                var reply = operator.call(operation, AdminSamples.ABSENT);

                assertThat(reply.status() != 403).as(reply.text()).isEqualTo(allowed);
                if (!allowed) {
                    assertThat(reply.code()).isEqualTo("OPERATOR_KEY_SCOPE_TOO_LOW");
                }
            }));
        });
    }

    @Test
    void operatorsKeysAndPeopleOfThePlatformAreMadeWithAKeyOfScopeKeysAlone() {
        assertThat(closed().filter(operation -> operation.scope().equals("keys"))
                        .map(Operation::toString))
                .containsExactlyInAnyOrder(
                        "POST /operator-keys",
                        "DELETE /operator-keys/{key}",
                        "DELETE /people/{person}",
                        "POST /people/{person}/links",
                        "POST /platform/invitations",
                        "DELETE /platform/people/{person}");
        var writer = Operators.withKey(
                platform.adminUrl(),
                platform.operatorKey(Scope.WRITE, Duration.ofHours(1)).key());
        var dump = platform.digest();

        var refused = writer.post("/operator-keys", "{\"name\":\"mine\",\"scope\":\"read\"}");
        assertThat(refused.status()).isEqualTo(403);
        assertThat(refused.msg()).isEqualTo("this operator key has scope write (expected: a key of scope keys)");
        assertThat(platform.digest()).isEqualTo(dump);
    }

    @Test
    void aReadOnlyKeyDoesNotLearnFromRefusalsWhatIsThere() {
        var reader = platform.readOnlyOperator();
        closed().filter(operation -> !operation.method().equals("GET"))
                .forEach(operation -> assertThat(seen(reader.call(operation, AdminSamples.ABSENT)))
                        .isEqualTo(seen(reader.call(operation, existing))));
    }

    @Test
    void revokingAKeyEndsItAtOnce() {
        var operator = platform.operator();
        for (int i = 0; i < 20; i++) {
            var key = operator.create("/operator-keys", "{\"name\":\"short-lived\",\"scope\":\"write\"}");
            var shortLived = Operators.withKey(
                    platform.adminUrl(), new Secret(key.path("key").asString()));
            assertThat(shortLived.get("/merchants").status()).isEqualTo(200);

            operator.delete("/operator-keys/" + key.path("keyId").asLong());

            assertThat(shortLived.get("/merchants").status()).isEqualTo(401);
        }
    }

    @Test
    void aKeyMayRevokeItself() {
        var key = platform.operatorKey(Scope.KEYS, Duration.ofHours(1));
        var operator = Operators.withKey(platform.adminUrl(), key.key());
        var path = "/operator-keys/" + key.about().keyId();

        assertThat(operator.delete(path).status()).isEqualTo(200);
        assertThat(operator.delete(path).status()).isEqualTo(401);
    }

    @Test
    void anOperatorsKeyDoesNotOpenTheMerchantsInterface() {
        var key = platform.operatorKey(Scope.KEYS, Duration.ofHours(1)).key();
        var headers = merchant.headers();
        headers.put("Authorization", "Bearer " + key.reveal());
        headers.put("Content-Type", TestMerchant.FORM);
        for (var header : List.of("accesstoken", "sign", "appid", "timestamp")) {
            var without = new TreeMap<>(headers);
            without.remove(header);
            assertThat(merchant.send("POST", "/Stock/Product?page=1", without.entrySet(), new byte[0])
                            .code())
                    .isEqualTo("HEADER_MISSING");
        }
        assertThat(merchant.withToken(key).productList("page", 1).code()).isEqualTo("TOKEN_INVALID");
        assertThat(merchant.withSecret(key).productList("page", 1).code()).isEqualTo("SIGN_MISMATCH");
    }

    @TestFactory
    Stream<DynamicTest> thePortsServeTheirOwnPathsOnly() {
        var key = platform.operatorKey(Scope.KEYS, Duration.ofHours(1)).key();
        var operators = AdminDescription.read().operations().stream()
                .map(operation -> DynamicTest.dynamicTest("merchants' port, " + operation, () -> {
                    var headers = merchant.headers();
                    headers.put("Authorization", "Bearer " + key.reveal());
                    var reply = merchant.send(
                            operation.method(),
                            "/admin/v1" + operation.path(existing),
                            headers.entrySet(),
                            new byte[0]);
                    assertThat(reply.status()).isEqualTo(404);
                    assertThat(reply.code()).isEqualTo("PATH_UNKNOWN");
                }));
        var merchants = Stream.of(
                        "/Stock/Product", "/Stock/List", "/Stock/Creat", "/Product/Detail", "/Product/UploadResult")
                .map(path -> DynamicTest.dynamicTest(
                        "operators' port, " + path,
                        () -> assertThat(atTheOperatorsPort(path).code()).isEqualTo("PATH_UNKNOWN")));
        return Stream.concat(operators, merchants);
    }

    /// Does not use the merchant's client, which fails for responses outside the description.
    private static Reply atTheOperatorsPort(String path) {
        var headers = merchant.headers();
        headers.put("Content-Type", TestMerchant.FORM);
        try (var connection = new RawConnection(URI.create(platform.adminUrl()).getPort())) {
            return connection
                    .send(RawConnection.request(
                            "POST %s HTTP/1.1".formatted(path), headers.entrySet(), "page=1".getBytes(UTF_8)))
                    .answer()
                    .orElseThrow();
        }
    }

    private static Stream<Operation> closed() {
        return AdminDescription.read().operations().stream().filter(operation -> !operation.isOpen());
    }

    private static String seen(Reply reply) {
        var headers = new TreeMap<>(reply.headers().map());
        headers.keySet().removeIf(name -> name.equalsIgnoreCase("date") || name.equalsIgnoreCase("x-request-id"));
        return "%d %s %s".formatted(reply.status(), headers, reply.textWithoutRequestId());
    }

    @Test
    void aKeyIsToldWhoseItIs() {
        var key = platform.operatorKey(Scope.READ, Duration.ofHours(1));

        var whoami = Operators.withKey(platform.adminUrl(), key.key()).read("/whoami");

        assertThat(whoami.path("keyId").asLong()).isEqualTo(key.about().keyId());
        assertThat(whoami.path("scope").asString()).isEqualTo("read");
        assertThat(whoami.path("serverVersion").asString()).isNotEmpty();
    }
}
