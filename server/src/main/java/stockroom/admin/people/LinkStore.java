package stockroom.admin.people;

import com.fasterxml.jackson.annotation.JsonIgnore;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import org.jdbi.v3.core.Handle;
import org.jspecify.annotations.Nullable;
import stockroom.admin.operators.OperatorRequestStore;
import stockroom.audit.AuditStore;
import stockroom.audit.AuditStore.Subject;
import stockroom.audit.Operator;
import stockroom.auth.MerchantId;
import stockroom.config.Secret;
import stockroom.database.Database;
import stockroom.database.Records;
import stockroom.database.paging.Page;
import stockroom.merchants.MerchantLockStore;

/// Stores links as hashes and deletes a link in the transaction that uses it.
public final class LinkStore {
    public static final Duration LIFETIME = Duration.ofDays(3);
    /// Limits the open invitations of a place, and thereby the page that lists them.
    static final int MAX_INVITATIONS = 100;

    private static final String COLUMNS = """
            link_id, kind, person_id, name, role, merchant_id, application_id, made_by, maker_id, created_at, expires_at
            """;

    private static final String MAKE = """
            INSERT INTO person_link (link_hash, kind, person_id, name, name_key, role, merchant_id, application_id,
                                     made_by, maker_id, expires_at)
            VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, now() + make_interval(secs => ?))
            """ + "RETURNING " + COLUMNS;

    private static final String FIND =
            "SELECT " + COLUMNS + "FROM person_link WHERE link_hash = ? AND expires_at > now()";

    private static final String TAKE =
            "DELETE FROM person_link WHERE link_hash = ? AND kind = ? AND expires_at > now() RETURNING " + COLUMNS;

    private static final String AT = "SELECT " + COLUMNS + """
            FROM person_link
            WHERE kind = 'invitation' AND merchant_id IS NOT DISTINCT FROM ? AND application_id IS NOT DISTINCT FROM ?
              AND expires_at > now()
            ORDER BY link_id LIMIT %d
            """.formatted(MAX_INVITATIONS);

    private static final String COUNT_AT = """
            SELECT count(*) FROM person_link
            WHERE kind = 'invitation' AND merchant_id IS NOT DISTINCT FROM ? AND application_id IS NOT DISTINCT FROM ?
              AND expires_at > now()
            """;

    private static final String LIST = "SELECT " + COLUMNS + """
            FROM person_link WHERE link_id < :after AND expires_at > now() ORDER BY link_id DESC LIMIT :rows
            """;

    private static final String FIND_NUMBER = "SELECT " + COLUMNS + "FROM person_link WHERE link_id = ?";

    private static final String END = "DELETE FROM person_link WHERE link_id = ? RETURNING " + COLUMNS;

    private static final String END_MADE_BY = """
            DELETE FROM person_link
            WHERE maker_id = ? AND (? OR merchant_id IS NOT DISTINCT FROM ? AND application_id IS NOT DISTINCT FROM ?)
            """;

    /// An invitation of the same name replaces one that is open, and ends with a membership.
    private static final String END_INVITATIONS = """
            DELETE FROM person_link
            WHERE kind = 'invitation' AND name_key = ?
              AND merchant_id IS NOT DISTINCT FROM ? AND application_id IS NOT DISTINCT FROM ?
            """;

    private static final String END_ALL_OF_NAME = "DELETE FROM person_link WHERE name_key = ?";

    private static final String END_OF_KIND = "DELETE FROM person_link WHERE person_id = ? AND kind = ?";

    private static final String APPLICATION = "SELECT 1 FROM application WHERE application_id = ? FOR KEY SHARE";

    private final Database database;

    public LinkStore(Database database) {
        this.database = database;
    }

    public enum Kind {
        INVITATION,
        RESET,
        FACTOR_REMOVAL;

        String word() {
            return name().toLowerCase(Locale.ROOT).replace('_', '-');
        }
    }

    /// `role` and its place are of an invitation, `personId` is of the other kinds.
    public record Link(
            long linkId,
            String kind,
            @Nullable Long personId,
            String name,
            @Nullable String role,
            @Nullable Long merchantId,
            @Nullable Long applicationId,
            String madeBy,
            @JsonIgnore @Nullable Long makerId,
            Instant createdAt,
            Instant expiresAt) {
        public boolean is(Kind expected) {
            return kind.equals(expected.word());
        }

        public Place place() {
            return new Place(merchantId, applicationId);
        }

        public Grant grant() {
            return new Grant(Role.of(String.valueOf(role)), place());
        }

        private Subject subject() {
            return new Subject("link " + linkId, merchantId == null ? null : new MerchantId(merchantId));
        }
    }

    public record NewLink(Link about, Secret secret) {}

    public static final class UnknownApplication extends RuntimeException {
        private static final long serialVersionUID = 1L;

        private UnknownApplication() {
            super(null, null, false, false);
        }
    }

    public static final class TooManyInvitations extends RuntimeException {
        private static final long serialVersionUID = 1L;

        private TooManyInvitations() {
            super(null, null, false, false);
        }
    }

    /// Says nothing about whether a person has the name, since whoever invites need not know.
    public NewLink invite(Operator by, PersonName name, Grant grant) {
        var place = grant.place();
        return database.inTransaction("invite person", handle -> {
            OperatorRequestStore.claim(handle, by);
            requireExisting(handle, place);
            endInvitations(handle, name.key(), place);
            int open = handle.select(COUNT_AT, place.merchantId(), place.applicationId())
                    .mapTo(Integer.class)
                    .one();
            if (open >= MAX_INVITATIONS) {
                throw new TooManyInvitations();
            }
            return make(handle, by, Kind.INVITATION, null, name.text(), grant);
        });
    }

    static void endInvitations(Handle handle, String nameKey, Place place) {
        handle.execute(END_INVITATIONS, nameKey, place.merchantId(), place.applicationId());
    }

    /// Also ends invitations, which would otherwise create the person anew.
    static void endAllOfName(Handle handle, String nameKey) {
        handle.execute(END_ALL_OF_NAME, nameKey);
    }

    static void endOfKind(Handle handle, long person, Kind kind) {
        handle.execute(END_OF_KIND, person, kind.word());
    }

    /// Makes a link that sets a new password or removes the second factor.
    public NewLink make(Operator by, Kind kind, PersonStore.Person person) {
        return database.inTransaction("make link", handle -> {
            OperatorRequestStore.claim(handle, by);
            return make(handle, by, kind, person.personId(), person.name(), null);
        });
    }

    private static NewLink make(
            Handle handle, Operator by, Kind kind, @Nullable Long person, String name, @Nullable Grant grant) {
        var secret = RandomSecret.next();
        var made = handle.select(
                        MAKE,
                        RandomSecret.hash(secret),
                        kind.word(),
                        person,
                        name,
                        PersonName.of(name).orElseThrow().key(),
                        grant == null ? null : grant.role().word(),
                        grant == null ? null : grant.place().merchantId(),
                        grant == null ? null : grant.place().applicationId(),
                        by.name(),
                        by.personId(),
                        LIFETIME.toSeconds())
                .mapTo(Link.class)
                .one();
        AuditStore.write(handle, by, "link.make", made.subject(), null, made);
        return new NewLink(made, secret);
    }

    private static void requireExisting(Handle handle, Place place) {
        if (place.merchantId() != null) {
            MerchantLockStore.lock(handle, new MerchantId(place.merchantId()));
        }
        if (place.applicationId() != null
                && handle.select(APPLICATION, place.applicationId())
                        .mapTo(Integer.class)
                        .findOne()
                        .isEmpty()) {
            throw new UnknownApplication();
        }
    }

    public Optional<Link> find(Secret secret) {
        return database.run("link", handle -> find(handle, secret));
    }

    static Optional<Link> find(Handle handle, Secret secret) {
        return handle.select(FIND, RandomSecret.hash(secret))
                .mapTo(Link.class)
                .findOne()
                .filter(link -> isAllowed(handle, link));
    }

    /// A link works only as long as its maker may still make it.
    private static boolean isAllowed(Handle handle, Link link) {
        if (link.makerId == null) {
            return true;
        }
        var authority = MembershipStore.authority(handle, link.makerId);
        return link.is(Kind.INVITATION) ? authority.mayChange(link.place()) : authority.mayReset();
    }

    public Optional<Link> find(long link) {
        return Records.find(database, "link by number", Link.class, FIND_NUMBER, link);
    }

    public List<Link> invitationsAt(Place place) {
        return database.run(
                "invitations",
                handle -> handle.select(AT, place.merchantId(), place.applicationId())
                        .mapTo(Link.class)
                        .list());
    }

    Page<Link> list(Page.Wanted wanted) {
        long after = wanted.afterNumber(Long.MAX_VALUE);
        var rows = database.run(
                "links",
                handle -> handle.createQuery(LIST)
                        .bind("after", after)
                        .bind("rows", wanted.rows())
                        .mapTo(Link.class)
                        .list());
        return Page.of(rows, wanted, link -> Page.cursor(link.linkId()));
    }

    public Optional<Link> end(Operator by, long link) {
        return database.inTransaction("end link", handle -> {
            var ended = handle.select(END, link).mapTo(Link.class).findOne();
            ended.ifPresent(last -> AuditStore.write(handle, by, "link.end", last.subject(), last, null));
            return ended;
        });
    }

    /// Whoever no longer belongs to the platform also loses the links made for merchants and applications.
    static void endMadeBy(Handle handle, long maker, Place place) {
        boolean all = place.kind() == Role.Kind.PLATFORM;
        handle.execute(END_MADE_BY, maker, all, place.merchantId(), place.applicationId());
    }

    /// Returns empty if the link has been used or ended, is of another kind, or its maker may no longer make it.
    static Optional<Link> take(Handle handle, Secret secret, Kind kind) {
        return handle.select(TAKE, RandomSecret.hash(secret), kind.word())
                .mapTo(Link.class)
                .findOne()
                .filter(link -> isAllowed(handle, link));
    }
}
