package stockroom.admin.people;

import java.time.Instant;
import java.util.List;
import org.jspecify.annotations.Nullable;
import stockroom.database.Database;

/// Reads for an export what is stored about a person in addition to memberships and sessions, without secrets and
/// hashes.
public final class PersonDataStore {
    private static final String FACTOR_AT =
            "SELECT created_at FROM second_factor WHERE person_id = ? AND secret IS NOT NULL";

    private static final String RECOVERY_CODES = "SELECT count(*) FROM recovery_code WHERE person_id = ?";

    private static final String IDENTITIES = """
            SELECT issuer, created_at, changed_at FROM person_identity WHERE person_id = ? ORDER BY issuer, subject
            """;

    private static final String BROWSERS =
            "SELECT used_at FROM known_browser WHERE person_id = ? ORDER BY used_at DESC";

    /// Selects links for the person by name, because an invitation may be older than the person.
    private static final String LINKS = """
            SELECT link_id, kind, person_id, name, role, merchant_id, application_id, made_by, maker_id, created_at,
                   expires_at
            FROM person_link
            WHERE (name_key = (SELECT name_key FROM person WHERE person_id = ?) OR maker_id = ?)
              AND expires_at > now()
            ORDER BY link_id DESC
            """;

    private final Database database;

    public PersonDataStore(Database database) {
        this.database = database;
    }

    record Identity(String issuer, Instant createdAt, Instant changedAt) {}

    record KnownBrowser(Instant usedAt) {}

    /// `secondFactorAt` is when the second factor was set up, and `recoveryCodes` counts unused ones.
    record OtherData(
            @Nullable Instant secondFactorAt,
            int recoveryCodes,
            List<Identity> identities,
            List<KnownBrowser> browsers,
            List<LinkStore.Link> links) {}

    OtherData of(long person) {
        return database.run(
                "data of person",
                handle -> new OtherData(
                        handle.select(FACTOR_AT, person)
                                .mapTo(Instant.class)
                                .findOne()
                                .orElse(null),
                        handle.select(RECOVERY_CODES, person)
                                .mapTo(Integer.class)
                                .one(),
                        handle.select(IDENTITIES, person).mapTo(Identity.class).list(),
                        handle.select(BROWSERS, person)
                                .mapTo(KnownBrowser.class)
                                .list(),
                        handle.select(LINKS, person, person)
                                .mapTo(LinkStore.Link.class)
                                .list()));
    }
}
