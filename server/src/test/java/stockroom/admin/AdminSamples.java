package stockroom.admin;

import static java.util.Map.entry;
import static java.util.concurrent.TimeUnit.SECONDS;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.time.Duration;
import java.util.HashMap;
import java.util.Map;
import stockroom.admin.operators.Scope;
import stockroom.admin.people.Grant;
import stockroom.admin.people.PersonStore;
import stockroom.admin.people.Place;
import stockroom.admin.people.Role;
import stockroom.admin.people.SessionStore;
import stockroom.auth.TokenHash;
import stockroom.testing.platform.Platform;
import stockroom.testing.platform.TestMerchant;
import stockroom.testing.platform.TestPerson;

public final class AdminSamples {
    /// These ids are well-formed but do not exist.
    public static final Map<String, String> ABSENT = Map.ofEntries(
            entry("key", "999999"),
            entry("merchant", "999999"),
            entry("account", "999999"),
            entry("application", "999999"),
            entry("slot", "2"),
            entry("address", "192.0.2.1"),
            entry("token", "0123456789abcdef"),
            entry("product", "2147483647"),
            entry("push", "999999"),
            entry("person", "999999"),
            entry("link", "999999"),
            entry("requestId", "0123456789abcdef"));

    private AdminSamples() {}

    /// Returns values of one merchant, whose application has a single secret; the key is another operator's.
    public static Map<String, String> of(Platform platform, TestMerchant merchant) {
        var values = new HashMap<String, String>();
        values.put("merchant", Long.toString(merchant.id().value()));
        values.put("account", Long.toString(merchant.account()));
        values.put("application", Long.toString(merchant.appid()));
        values.put("slot", "1");
        values.put("address", merchant.address());
        values.put("token", TokenHash.of(merchant.token().reveal()).hex().substring(0, 16));
        int product = merchant.product();
        merchant.withStock(product, "red", 38, 5);
        values.put("product", Integer.toString(product));
        values.put(
                "push",
                platform.query("SELECT last FROM push_counter WHERE merchant_id = %d"
                        .formatted(merchant.id().value())));
        values.put("requestId", failedCall(platform, merchant));
        values.putAll(person(platform, merchant));
        long key = platform.operatorKey(Scope.READ, Duration.ofHours(1)).about().keyId();
        values.put("key", Long.toString(key));
        return values;
    }

    /// Adds a person of the platform, the merchant and the application, who has a session, and an invitation.
    private static Map<String, String> person(Platform platform, TestMerchant merchant) {
        var person = platform.person(
                new Grant(Role.READ, Place.PLATFORM),
                new Grant(Role.OWNER, Place.ofMerchant(merchant.id().value())),
                new Grant(Role.PROGRAMMER, Place.ofApplication(merchant.appid())));
        var login = new PersonStore.Login(person.id(), person.name(), TestPerson.VERIFIER);
        var client = new SessionStore.Client("192.0.2.1", "test", "request");
        assertThat(new SessionStore(platform.database()).begin(login, client)).isPresent();
        var link = platform.operator().create("/platform/invitations", "{\"name\":\"New one\",\"role\":\"read\"}");
        return Map.of(
                "person",
                Long.toString(person.id()),
                "link",
                link.path("linkId").asString());
    }

    static String failedCall(Platform platform, TestMerchant merchant) {
        var reply = merchant.stockList("nonsense");
        assertThat(reply.status()).isEqualTo(400);
        var requestId = reply.header("X-Request-Id").orElseThrow();
        await().atMost(60, SECONDS)
                .until(() -> platform.query(
                                "SELECT count(*) FROM failed_call WHERE request_id = '%s'".formatted(requestId))
                        .equals("1"));
        return requestId;
    }
}
