package stockroom.admin.credentials;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.Test;
import stockroom.admin.operators.Scope;
import stockroom.admin.people.Grant;
import stockroom.admin.people.Place;
import stockroom.admin.people.Role;
import stockroom.auth.TokenHash;
import stockroom.testing.platform.Operators;
import stockroom.testing.platform.Platform;
import stockroom.testing.platform.TestMerchant;

/// Uses SQL in place of a restore; make trial NAME=restore restores a backup.
class RevivedTest {
    private static final Platform platform = Platform.start(Map.of());
    private static final Operators operator = platform.operator();

    private final TestMerchant merchant = platform.merchant();
    private final String application = "/applications/" + merchant.appid();
    private final String token = TokenHash.of(merchant.token().reveal()).hex().substring(0, 16);

    @AfterAll
    static void stop() {
        platform.close();
    }

    private static List<String> commands(String where) {
        var ended = new EndedReader();
        ended.read(
                platform
                        .queryAll(
                                "SELECT row_to_json(e) FROM audit_entry e WHERE %s ORDER BY random()".formatted(where))
                        .stream());
        return new RevivedStore(platform.database()).commands(ended);
    }

    private List<String> commands() {
        return commands("merchant_id = %d OR subject = 'application %d'"
                .formatted(merchant.id().value(), merchant.appid()));
    }

    @Test
    void peopleAndMembershipsThatEndedAndAreAliveAreListed() {
        var id = merchant.id().value();
        var removed = platform.person(new Grant(Role.OWNER, Place.ofMerchant(id)));
        var member = platform.person(
                new Grant(Role.KEYS, Place.PLATFORM),
                new Grant(Role.STAFF, Place.ofMerchant(id)),
                new Grant(Role.PROGRAMMER, Place.ofApplication(merchant.appid())));
        var of = "subject IN ('person %d', 'person %d')".formatted(removed.id(), member.id());
        platform.execute("CREATE TABLE backup_person AS TABLE person");
        platform.execute("CREATE TABLE backup_membership AS TABLE membership");
        operator.delete("/people/" + removed.id());
        operator.delete("/platform/people/" + member.id());
        operator.delete("/merchants/%d/people/%d".formatted(id, member.id()));
        operator.delete("/applications/%d/people/%d".formatted(merchant.appid(), member.id()));
        assertThat(commands(of)).isEmpty();

        platform.execute("INSERT INTO person SELECT * FROM backup_person ON CONFLICT DO NOTHING");
        platform.execute("INSERT INTO membership SELECT * FROM backup_membership ON CONFLICT DO NOTHING");
        platform.execute("DROP TABLE backup_person, backup_membership");

        assertThat(commands(of))
                .containsExactly(
                        "stockroom person remove " + removed.id(),
                        "stockroom person remove %d --platform".formatted(member.id()),
                        "stockroom person remove %d --merchant %d".formatted(member.id(), id),
                        "stockroom person remove %d --application %d".formatted(member.id(), merchant.appid()));
    }

    @Test
    void whatWasEndedAndIsAliveIsListed() {
        operator.delete("/tokens/" + token);
        operator.change(application, "{\"suspended\":true}");
        operator.change("/merchants/" + merchant.id().value(), "{\"suspended\":true}");
        assertThat(commands()).isEmpty();

        platform.execute("UPDATE access_token SET revoked_at = NULL WHERE application_id = " + merchant.appid());
        platform.execute("UPDATE application SET suspended = false WHERE application_id = " + merchant.appid());
        platform.execute("DELETE FROM suspended_merchant");

        assertThat(commands())
                .containsExactly(
                        "stockroom token revoke " + token,
                        "stockroom application suspend " + merchant.appid(),
                        "stockroom merchant suspend " + merchant.id().value());
    }

    @Test
    void whatWasResumedIsNotListed() {
        operator.change(application, "{\"suspended\":true}");
        operator.change(application, "{\"suspended\":false}");

        assertThat(commands()).isEmpty();
    }

    @Test
    void aRevokedTokenThatHasExpiredIsNotListed() {
        operator.delete("/tokens/" + token);
        platform.execute("UPDATE access_token SET revoked_at = NULL, expires_at = now() WHERE application_id = "
                + merchant.appid());

        assertThat(commands()).isEmpty();
    }

    @Test
    void beforeTheOnlySecretCanBeEndedAnotherOneIsNeeded() {
        platform.execute("CREATE TABLE old_secret AS SELECT * FROM application_secret WHERE application_id = "
                + merchant.appid());
        operator.create(application + "/secrets", "");
        operator.delete(application + "/secrets/1");
        operator.create(application + "/secrets", "");
        // the same slot now has another secret
        assertThat(commands()).isEmpty();

        platform.execute("DELETE FROM application_secret WHERE application_id = " + merchant.appid());
        platform.execute("INSERT INTO application_secret SELECT * FROM old_secret");

        assertThat(commands())
                .containsExactly(
                        "stockroom application add-secret " + merchant.appid(),
                        "stockroom application end-secret %d 1".formatted(merchant.appid()));
        operator.create(application + "/secrets", "");
        assertThat(commands()).containsExactly("stockroom application end-secret %d 1".formatted(merchant.appid()));
    }

    @Test
    void anOperatorsKeyIsKnownByItsNumberAndTheTimeItWasMade() {
        long key = platform.operatorKey(Scope.READ, Duration.ofHours(1)).about().keyId();
        operator.delete("/operator-keys/" + key);
        platform.execute("UPDATE operator_key SET revoked_at = NULL WHERE key_id = " + key);
        var where = "subject = 'operator key %d'".formatted(key);

        assertThat(commands(where)).containsExactly("stockroom key revoke " + key);
        platform.execute("UPDATE operator_key SET created_at = now() WHERE key_id = " + key);
        assertThat(commands(where)).isEmpty();
    }

    @Test
    void linesOfOtherKindsAreCountedAndLeftAlone() {
        var ended = new EndedReader();

        ended.read(Stream.of(
                "",
                "no JSON with \"action\"",
                "{\"time\":\"2026-11-16T15:30:00.123Z\",\"action\": \"token.issue\",\"after\":{}}",
                "{\"time\":\"2026-11-16T15:30:00.123Z\",\"message\":\"answered\"}"));

        assertThat(ended.lines()).isEqualTo(4);
        assertThat(ended.changes()).isEqualTo(1);
        assertThat(ended.ended()).isEmpty();
    }

    @Test
    void aLineThatIsCutOffIsNotTakenForNothing() {
        var ended = new EndedReader();

        assertThatThrownBy(() -> ended.read(Stream.of("{\"action\":\"token.revoke\",\"after\":{\"tok")))
                .hasMessageContaining("\"tok");
    }
}
