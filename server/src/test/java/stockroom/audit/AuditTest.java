package stockroom.audit;

import static java.util.concurrent.TimeUnit.SECONDS;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestFactory;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import stockroom.admin.AdminSamples;
import stockroom.admin.operators.OperatorKeyStore.NewOperatorKey;
import stockroom.admin.operators.Scope;
import stockroom.auth.Sign;
import stockroom.config.Secret;
import stockroom.testing.http.AdminDescription;
import stockroom.testing.http.AdminDescription.Operation;
import stockroom.testing.platform.Operators;
import stockroom.testing.platform.Platform;
import stockroom.testing.platform.TestLog;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

@Tag("slow")
class AuditTest {
    private static final Platform platform = Platform.start(Map.of());
    private static final Operators operator = platform.operator();

    @AfterAll
    static void stop() {
        platform.close();
    }

    @Test
    void anEntrySaysWhoWhatWhenBeforeAndAfter() {
        var key = platform.operatorKey(Scope.WRITE, Duration.ofHours(1));
        var named = Operators.withKey(platform.adminUrl(), key.key());
        long merchant = platform.merchant().id().value();
        var reply = named.patch("/merchants/" + merchant, "{\"storeName\":\"New name\"}");

        var newest = operator.read("/audit?limit=1&merchant=" + merchant).at("/items/0");

        assertThat(newest.path("operator").asString()).isEqualTo("tester");
        assertThat(newest.path("operatorKeyId").asLong()).isEqualTo(key.about().keyId());
        assertThat(newest.path("action").asString()).isEqualTo("merchant.change");
        assertThat(newest.path("subject").asString()).isEqualTo("merchant " + merchant);
        assertThat(newest.path("merchantId").asLong()).isEqualTo(merchant);
        assertThat(reply.header("X-Request-Id"))
                .contains(newest.path("requestId").asString());
        assertThat(newest.at("/before/storeName").asString()).startsWith("Store ");
        assertThat(newest.path("after")).isEqualTo(reply.json());
    }

    /// The log is needed after a restore, when the database has lost the change.
    @Test
    void theServersLogHasEachChangeToo() throws IOException {
        long merchant = platform.merchant().id().value();
        var reply = operator.patch("/merchants/" + merchant, "{\"suspended\":true}");

        var entry = operator.read("/audit?limit=1&merchant=" + merchant).at("/items/0");
        var request = reply.header("X-Request-Id").orElseThrow();
        var line = TestLog.read()
                .lines()
                .filter(text -> text.contains("\"stockroom.audit\"") && text.contains(request))
                .map(JsonMapper.shared()::readTree)
                .toList();

        assertThat(line).hasSize(1);
        for (var field : List.of("operator", "requestId", "action", "subject", "before", "after")) {
            assertThat(line.getFirst().path(field)).as(field).isEqualTo(entry.path(field));
        }
    }

    @Test
    void entriesComeNewestFirstByMerchantBySubjectAndInPages() {
        var merchant = platform.merchant();
        long other = platform.merchant().id().value();
        for (int i = 0; i < 5; i++) {
            operator.change("/merchants/" + merchant.id().value(), "{\"storeName\":\"Name %d\"}".formatted(i));
            operator.change("/merchants/" + other, "{\"storeName\":\"Name %d\"}".formatted(i));
        }
        operator.change("/applications/" + merchant.appid(), "{\"name\":\"another name\"}");

        var all = operator.all("/audit", 3);
        var ofMerchant = operator.all("/audit?merchant=" + merchant.id().value(), 2);
        var ofSubject =
                operator.all("/audit?subject=merchant%20" + merchant.id().value(), 2);
        var ofApplication = operator.all("/audit?subject=application%20" + merchant.appid(), 100);
        var ofTester = operator.all("/audit?operator=tester", 1000);
        assertThat(ofTester)
                .isNotEmpty()
                .allSatisfy(
                        change -> assertThat(change.path("operator").asString()).isEqualTo("tester"));
        assertThat(operator.all("/audit?operator=nobody", 10)).isEmpty();

        assertThat(ids(all)).isSortedAccordingTo((a, b) -> Long.compare(b, a)).doesNotHaveDuplicates();
        assertThat(all).hasSize(Integer.parseInt(platform.query("SELECT count(*) FROM audit_entry")));
        assertThat(actions(ofMerchant))
                .containsExactly(
                        "merchant.change",
                        "merchant.change",
                        "merchant.change",
                        "merchant.change",
                        "merchant.change",
                        "token.issue",
                        "account.create",
                        "merchant.create");
        assertThat(actions(ofSubject)).hasSize(6).last().isEqualTo("merchant.create");
        assertThat(actions(ofApplication)).containsExactly("application.change", "application.create");
    }

    /// The clock is in the middle of an hour, so that no new hour begins during the test.
    @Test
    void aReadOfAMerchantsDataIsAnEntryForEachKeyMerchantAndHour() {
        var merchant = platform.merchant().id();
        try (var other = Platform.on(platform)) {
            long minute = Duration.ofMillis(other.clock().millis()).toMinutesPart();
            other.clock().move(Duration.ofMinutes(30 - minute));
            var key = platform.operatorKey(Scope.READ, Duration.ofHours(1));
            var reader = Operators.withKey(other.adminUrl(), key.key());

            reader.get("/merchants/999999");
            var first = reader.get("/merchants/%d".formatted(merchant.value()));
            reader.read("/merchants/%d/stock".formatted(merchant.value()));
            reader.read("/tokens?merchant=%d".formatted(merchant.value()));
            // like a node that has noted no read yet
            new AuditReadStore(other.database(), other.clock())
                    .note(new Operator("tester", key.about().keyId(), "0"), Optional.of(merchant));

            var entry = reader.read("/audit?merchant=" + merchant.value()).at("/items/0");
            assertThat(readsOf(key)).containsExactly("data of merchant " + merchant.value());
            assertThat(entry.path("action").asString()).isEqualTo("merchant.read");
            assertThat(entry.path("operator").asString()).isEqualTo("tester");
            assertThat(first.header("X-Request-Id"))
                    .contains(entry.path("requestId").asString());

            other.clock().move(Duration.ofHours(1));
            reader.read("/merchants/%d".formatted(merchant.value()));
            reader.read("/tokens");
            Operators.withKey(
                            other.adminUrl(),
                            platform.operatorKey(Scope.READ, Duration.ofHours(1))
                                    .key())
                    .read("/merchants/%d".formatted(merchant.value()));
            assertThat(readsOf(key))
                    .containsExactly(
                            "data of merchant " + merchant.value(),
                            "data of merchant " + merchant.value(),
                            "data of merchants");
            assertThat(platform.query("SELECT count(*) FROM audit_entry WHERE action = 'merchant.read'"
                            + " AND merchant_id = " + merchant.value()))
                    .as("with that of the second key")
                    .isEqualTo("3");
        }
    }

    private static List<String> readsOf(NewOperatorKey key) {
        return platform.queryAll("SELECT subject FROM audit_entry WHERE action = 'merchant.read' AND key_id = %d"
                        .formatted(key.about().keyId())
                + " ORDER BY audit_id");
    }

    @Test
    void everyPathWithMerchantsDataIsNoted() {
        var values = AdminSamples.of(platform, platform.merchant());
        var unnoted = AdminDescription.read().operations().stream()
                .filter(operation -> operation.method().equals("GET"))
                .filter(operation -> {
                    var key = platform.operatorKey(Scope.READ, Duration.ofHours(1));
                    var reply =
                            Operators.withKey(platform.adminUrl(), key.key()).call(operation, values);
                    assertThat(reply.status()).as(operation.toString()).isEqualTo(200);
                    return readsOf(key).isEmpty();
                })
                .map(Operation::template)
                .toList();

        assertThat(unnoted)
                .containsExactlyInAnyOrder(
                        "/openapi.yaml",
                        "/whoami",
                        "/operator-keys",
                        "/applications",
                        "/applications/{application}",
                        "/closings",
                        "/audit");
    }

    @Test
    void whatChangesNothingWritesNothing() {
        var merchant = platform.merchant();
        var before = platform.query("SELECT count(*) FROM audit_entry");

        operator.change("/merchants/" + merchant.id().value(), "{\"suspended\":false,\"openCatalogue\":false}");
        operator.change("/applications/" + merchant.appid(), "{\"suspended\":false}");
        operator.change(
                "/merchants/%d/accounts/%d".formatted(merchant.id().value(), merchant.account()),
                "{\"name\":\"owner\"}");
        operator.patch("/merchants/999999", "{\"suspended\":true}");

        assertThat(platform.query("SELECT count(*) FROM audit_entry")).isEqualTo(before);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "UPDATE audit_entry SET operator = 'nobody'",
                "DELETE FROM audit_entry",
                "TRUNCATE audit_entry",
                "DELETE FROM audit_entry WHERE false",
                "INSERT INTO audit_entry (audit_id, operator, action, subject) VALUES (1, 'o', 'a', 's')"
            })
    void theDatabaseItselfRefusesToRewriteTheLog(String sql) {
        platform.merchant();
        assertThatThrownBy(() -> platform.execute(sql)).hasStackTraceContaining("PSQLException");
        assertThat(platform.query("SELECT count(*) FROM audit_entry")).isNotEqualTo("0");
    }

    @TestFactory
    Stream<DynamicTest> aChangeThatCannotBeLoggedIsUndone() {
        var own = Platform.start(Map.of());
        var operators = own.operator();
        var merchant = own.merchant();
        var existing = new HashMap<>(AdminSamples.of(own, merchant));
        operators.create("/applications/%d/secrets".formatted(merchant.appid()), "");
        own.throughAnotherApplication(merchant);
        for (var whose : List.of("/merchants/{merchant}/limits", "/merchants/{merchant}/accounts/{account}/limits")) {
            operators.send(
                    "PATCH",
                    whose.replace("{merchant}", existing.get("merchant")).replace("{account}", existing.get("account")),
                    "application/json",
                    "{\"readsPerSecond\":7}");
        }
        existing.put("another", Long.toString(merchant.appid() + 1));
        own.execute("ALTER TABLE audit_entry ADD CONSTRAINT full_up CHECK (false) NOT VALID");
        return AdminDescription.read().operations().stream()
                .filter(operation -> !operation.method().equals("GET"))
                .map(operation -> DynamicTest.dynamicTest(operation.toString(), () -> {
                    var dump = own.digest();
                    var path = operation.template().equals("/applications/{application}/secrets")
                            ? "/applications/%s/secrets".formatted(existing.get("another"))
                            : operation.path(existing);
                    var body = operation.bodyType().isPresent()
                            ? operation.example().replace("\"dryRun\":true", "\"dryRun\":false")
                            : "";
                    assertThatThrownBy(() -> operators.send(
                                    operation.method(),
                                    path,
                                    operation.bodyType().orElse(""),
                                    body))
                            .as("undescribed, for it never happens")
                            .hasMessageContaining("INTERNAL_ERROR");
                    assertThat(own.digest()).isEqualTo(dump);
                }))
                .onClose(own::close);
    }

    @Test
    void secretsAreNowhereButEncryptedOrHashed() throws IOException {
        var planted = new ArrayList<String>();
        var merchant = operator.create("/merchants", "{\"storeUrl\":\"leaky\",\"storeName\":\"Leaky\"}");
        long id = merchant.path("merchantId").asLong();
        var account = operator.create(
                "/merchants/%d/accounts".formatted(id),
                "{\"name\":\"n\",\"store\":{\"platform\":\"tb\",\"shopId\":\"1\",\"shopName\":\"s\"}}");
        var application = operator.create("/applications", "{\"name\":\"Leaky\"}");
        long appid = application.path("applicationId").asLong();
        var second = operator.create("/applications/%d/secrets".formatted(appid), "");
        var token = operator.create(
                "/tokens",
                "{\"applicationId\":%d,\"merchantId\":%d,\"accountId\":%d}"
                        .formatted(appid, id, account.path("accountId").asLong()));
        var key = operator.create("/operator-keys", "{\"name\":\"leaky\",\"scope\":\"write\"}");
        planted.add(application.path("secret").asString());
        planted.add(second.path("secret").asString());
        planted.add(token.path("accesstoken").asString());
        planted.add(key.path("key").asString());
        planted.add(key.path("key").asString().substring("stockroom_".length()));
        callWith(planted, appid);
        var leaky = Operators.withKey(platform.adminUrl(), new Secret(planted.get(3)));
        leaky.delete("/applications/%d/secrets/1".formatted(appid));
        leaky.delete("/tokens/" + token.path("tokenId").asString());
        leaky.delete("/operator-keys/" + key.path("keyId").asLong());
        leaky.get("/merchants");
        await().atMost(60, SECONDS)
                .until(() -> !platform.query("SELECT count(*) FROM failed_call").equals("0"));

        var tables = platform.query("SELECT database_to_xml(true, false, '')::text")
                + platform.query("SELECT string_agg(encode(ciphertext, 'escape'), '') FROM application_secret");
        var log = TestLog.read();
        var metrics = platform.admin("/metrics").text();
        var answers = operator.get("/audit?limit=1000").text()
                + operator.get("/operator-keys").text()
                + operator.get("/tokens").text()
                + operator.get("/applications/%d/failed-calls".formatted(appid)).text()
                + operator.get("/applications").text();

        assertThat(tables).contains("secret.add", "token.issue", "operator-key.create");
        assertThat(log).contains("leaky");
        for (var secret : planted) {
            for (var place : List.of(tables, log, metrics, answers)) {
                assertThat(place.toLowerCase(Locale.ROOT).contains(secret)).isFalse();
            }
        }
    }

    private static void callWith(List<String> planted, long appid) {
        var template = platform.merchant();
        var caller = template.withAppid(appid).withSecret(new Secret(planted.get(0)));
        assertThat(caller.withToken(new Secret(planted.get(2)))
                        .productList("page", 1)
                        .success())
                .isTrue();
        for (var secret : planted) {
            caller.withToken(new Secret(secret)).stockList(secret);
            var headers = caller.headers();
            headers.put("timestamp", secret);
            caller.send("POST", "/Stock/Product", headers.entrySet(), new byte[0]);
            headers.put("timestamp", "1");
            headers.put("sign", Sign.of(new Secret(secret), 1));
            caller.send("POST", "/Stock/Product", headers.entrySet(), new byte[0]);
        }
    }

    private static List<Long> ids(List<JsonNode> entries) {
        return entries.stream().map(entry -> entry.path("auditId").asLong()).toList();
    }

    private static List<String> actions(List<JsonNode> entries) {
        return entries.stream().map(entry -> entry.path("action").asString()).toList();
    }
}
