package stockroom.admin.people;

import java.time.Instant;
import java.util.List;
import java.util.Optional;
import org.jdbi.v3.core.Handle;
import org.jdbi.v3.core.mapper.Nested;
import org.jspecify.annotations.Nullable;
import stockroom.audit.AuditStore;
import stockroom.audit.AuditStore.Subject;
import stockroom.audit.Operator;
import stockroom.auth.MerchantId;
import stockroom.database.Database;
import stockroom.database.Records;
import stockroom.merchants.MerchantLockStore;

/// Memberships are looked up at each request, so that their end applies at once.
public final class MembershipStore {
    private static final String COLUMNS = """
            m.membership_id, m.person_id, m.role, m.merchant_id, m.application_id, m.created_at
            """;

    private static final String OF_PERSON = "SELECT " + COLUMNS + """
            , m.merchant_id IS NULL AND m.application_id IS NULL OR r.rule_id IS NOT NULL AS needs_factor
            FROM membership m LEFT JOIN factor_rule r ON r.merchant_id = m.merchant_id
            WHERE m.person_id = ? ORDER BY m.membership_id
            """;

    private static final String FIND = "SELECT " + COLUMNS + """
            FROM membership m
            WHERE m.person_id = ? AND m.merchant_id IS NOT DISTINCT FROM ? AND m.application_id IS NOT DISTINCT FROM ?
            FOR UPDATE
            """;

    private static final String AT = "SELECT " + COLUMNS + """
            , p.name FROM membership m JOIN person p ON p.person_id = m.person_id
            WHERE m.merchant_id IS NOT DISTINCT FROM ? AND m.application_id IS NOT DISTINCT FROM ?
            ORDER BY p.name_key LIMIT 1000
            """;

    private static final String GRANT = """
            INSERT INTO membership (person_id, role, merchant_id, application_id) VALUES (?, ?, ?, ?)
            ON CONFLICT (merchant_id, application_id, person_id) DO UPDATE SET role = excluded.role
            """;

    private static final String END = "DELETE FROM membership WHERE person_id = ? AND membership_id = ?";

    private static final String REQUIRE_FACTOR =
            "INSERT INTO factor_rule (merchant_id) VALUES (?) ON CONFLICT DO NOTHING";

    private static final String WAIVE_FACTOR = "DELETE FROM factor_rule WHERE merchant_id = ?";

    private static final String REQUIRES_FACTOR = "SELECT 1 FROM factor_rule WHERE merchant_id = ?";

    private final Database database;

    public MembershipStore(Database database) {
        this.database = database;
    }

    public record Membership(
            long membershipId,
            long personId,
            String role,
            @Nullable Long merchantId,
            @Nullable Long applicationId,
            Instant createdAt) {
        public Grant grant() {
            return new Grant(Role.of(role), new Place(merchantId, applicationId));
        }
    }

    /// `needsFactor` says that the membership counts only in sessions with a second factor.
    public record Held(@Nested Membership membership, boolean needsFactor) {}

    public record Member(@Nested Membership membership, String name) {}

    private record FactorRule(long merchantId, boolean secondFactor) {}

    public List<Held> of(long person) {
        return Records.list(database, "memberships", Held.class, OF_PERSON, person);
    }

    /// Whether a session counts for the platform from where it is, or without a second factor, is not asked here.
    static Authority authority(Handle handle, long person) {
        return new Authority(handle.select(OF_PERSON, person).mapTo(Held.class).stream()
                .map(held -> held.membership().grant())
                .toList());
    }

    static boolean needFactor(Handle handle, long person) {
        return handle.select(OF_PERSON, person).mapTo(Held.class).stream().anyMatch(Held::needsFactor);
    }

    public List<Member> at(Place place) {
        return database.run(
                "members",
                handle -> handle.select(AT, place.merchantId(), place.applicationId())
                        .mapTo(Member.class)
                        .list());
    }

    /// Must be called before a person or a link is locked.
    static void lock(Handle handle, Place place) {
        if (place.merchantId() != null) {
            MerchantLockStore.lock(handle, new MerchantId(place.merchantId()));
        }
    }

    /// Replaces the role that the person has in the same place.
    static void grant(Handle handle, Operator by, long person, Grant grant) {
        var place = grant.place();
        lock(handle, place);
        PersonStore.lock(handle, person);
        var before = find(handle, person, place);
        handle.execute(GRANT, person, grant.role().word(), place.merchantId(), place.applicationId());
        LinkStore.endInvitations(handle, PersonStore.nameKey(handle, person), place);
        var after = find(handle, person, place).orElseThrow();
        AuditStore.write(handle, by, "membership.grant", subject(after), before.orElse(null), after);
    }

    /// Also ends the person's sessions, their invitations to the same place, and the links that they made there.
    public Optional<Membership> end(Operator by, long person, Place place) {
        return database.inTransaction("end membership", handle -> {
            PersonStore.lock(handle, person);
            var ended = find(handle, person, place);
            ended.ifPresent(last -> {
                handle.execute(END, person, last.membershipId);
                LinkStore.endMadeBy(handle, person, place);
                LinkStore.endInvitations(handle, PersonStore.nameKey(handle, person), place);
                SessionStore.endAll(handle, person);
                AuditStore.write(handle, by, "membership.end", subject(last), null, last);
            });
            return ended;
        });
    }

    private static Optional<Membership> find(Handle handle, long person, Place place) {
        return handle.select(FIND, person, place.merchantId(), place.applicationId())
                .mapTo(Membership.class)
                .findOne();
    }

    public boolean requiresFactor(MerchantId merchant) {
        return Records.find(database, "factor rule", Integer.class, REQUIRES_FACTOR, merchant.value())
                .isPresent();
    }

    /// Sessions without a second factor no longer reach the merchant from now on.
    public void requireFactor(Operator by, MerchantId merchant, boolean required) {
        database.inTransaction("require factor", handle -> {
            MerchantLockStore.lock(handle, merchant);
            if (handle.execute(required ? REQUIRE_FACTOR : WAIVE_FACTOR, merchant.value()) > 0) {
                AuditStore.write(
                        handle,
                        by,
                        "merchant.second-factor",
                        Subject.of(merchant),
                        new FactorRule(merchant.value(), !required),
                        new FactorRule(merchant.value(), required));
            }
            return null;
        });
    }

    private static Subject subject(Membership membership) {
        return membership.merchantId == null
                ? PersonStore.subject(membership.personId)
                : Subject.of("person", membership.personId, new MerchantId(membership.merchantId));
    }
}
