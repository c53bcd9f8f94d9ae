package stockroom.admin.people;

import java.time.Instant;
import java.util.Optional;
import org.jdbi.v3.core.Handle;
import stockroom.audit.AuditStore;
import stockroom.audit.AuditStore.Subject;
import stockroom.audit.Operator;
import stockroom.config.Secret;
import stockroom.database.Database;
import stockroom.database.Records;
import stockroom.database.paging.Page;

public final class PersonStore {
    private static final String PASSWORD = "password";

    private static final String PEOPLE = """
            SELECT p.person_id, p.name, p.created_at, f.secret IS NOT NULL AS second_factor
            FROM person p LEFT JOIN second_factor f ON f.person_id = p.person_id
            """;

    private static final String FIND = PEOPLE + "WHERE p.person_id = ?";

    private static final String FIND_LOCKED = FIND + " FOR UPDATE OF p";

    private static final String LOCK = "SELECT 1 FROM person WHERE person_id = ? FOR NO KEY UPDATE";

    private static final String NAME_KEY = "SELECT name_key FROM person WHERE person_id = ?";

    private static final String FIND_NAME = PEOPLE + "WHERE p.name_key = ?";

    private static final String LIST = PEOPLE + """
            WHERE p.person_id > :after AND strpos(p.name_key, lower(:search)) > 0 <merchant> <application>
            ORDER BY p.person_id LIMIT :rows
            """;

    private static final String OF_MERCHANT =
            "AND p.person_id IN (SELECT person_id FROM membership WHERE merchant_id = :merchant)";

    private static final String OF_APPLICATION =
            "AND p.person_id IN (SELECT person_id FROM membership WHERE application_id = :application)";

    private static final String LOGIN = """
            SELECT p.person_id, p.name, i.verifier
            FROM person_identity i JOIN person p ON p.person_id = i.person_id
            WHERE i.issuer = ? AND i.subject = ?
            """;

    private static final String VERIFIER = "SELECT verifier FROM person_identity WHERE person_id = ? AND issuer = ?";

    private static final String CREATE = """
            INSERT INTO person (name, name_key) VALUES (?, ?) ON CONFLICT DO NOTHING RETURNING person_id
            """;

    private static final String ADD_PASSWORD =
            "INSERT INTO person_identity (issuer, subject, person_id, verifier) VALUES (?, ?, ?, ?)";

    private static final String SET_PASSWORD = """
            UPDATE person_identity SET verifier = ?, changed_at = now() WHERE person_id = ? AND issuer = ?
            """;

    private static final String REMOVE = "DELETE FROM person WHERE person_id = ?";

    private final Database database;

    public PersonStore(Database database) {
        this.database = database;
    }

    public record Person(long personId, String name, boolean secondFactor, Instant createdAt) {}

    /// `verifier` is the hash of the password.
    public record Login(long personId, String name, String verifier) {
        SessionStore.Who who() {
            return new SessionStore.Who(personId, name);
        }
    }

    public record Filter(String search, Optional<Long> merchant, Optional<Long> application) {}

    public Optional<Person> find(long person) {
        return Records.find(database, "person", Person.class, FIND, person);
    }

    public Optional<Person> find(PersonName name) {
        return Records.find(database, "person by name", Person.class, FIND_NAME, name.key());
    }

    public Optional<Login> login(PersonName name) {
        return Records.find(database, "login", Login.class, LOGIN, PASSWORD, name.key());
    }

    public Page<Person> list(Page.Wanted wanted, Filter filter) {
        long after = wanted.afterNumber(0);
        var rows = database.run("people", handle -> {
            var query = handle.createQuery(LIST)
                    .define("merchant", filter.merchant.isPresent() ? OF_MERCHANT : "")
                    .define("application", filter.application.isPresent() ? OF_APPLICATION : "")
                    .bind("after", after)
                    .bind("search", filter.search)
                    .bind("rows", wanted.rows());
            filter.merchant.ifPresent(id -> query.bind("merchant", id));
            filter.application.ifPresent(id -> query.bind("application", id));
            return query.mapTo(Person.class).list();
        });
        return Page.of(rows, wanted, person -> Page.cursor(person.personId()));
    }

    /// Returns empty if the name is taken.
    static Optional<Long> create(Handle handle, PersonName name, String verifier) {
        var person =
                handle.select(CREATE, name.text(), name.key()).mapTo(Long.class).findOne();
        person.ifPresent(id -> handle.execute(ADD_PASSWORD, PASSWORD, name.key(), id, verifier));
        return person;
    }

    static void setPassword(Handle handle, long person, String verifier) {
        handle.execute(SET_PASSWORD, verifier, person, PASSWORD);
    }

    /// Serialises what changes a person's sessions, password, factor or memberships. A merchant is locked before.
    static void lock(Handle handle, long person) {
        handle.select(LOCK, person).mapTo(Integer.class).findOne();
    }

    static String nameKey(Handle handle, long person) {
        return handle.select(NAME_KEY, person).mapTo(String.class).one();
    }

    /// Must be called under the person's lock.
    static boolean hasVerifier(Handle handle, long person, String verifier) {
        return handle.select(VERIFIER, person, PASSWORD)
                .mapTo(String.class)
                .findOne()
                .filter(verifier::equals)
                .isPresent();
    }

    /// Ends all sessions but `kept`, and forgets all browsers but `browser`. Returns false if the session has ended.
    public boolean changePassword(Operator by, SessionStore.Session kept, Optional<Secret> browser, String verifier) {
        long person = kept.personId();
        return database.inTransaction("change password", handle -> {
            lock(handle, person);
            if (!SessionStore.isOpen(handle, kept)) {
                return false;
            }
            setPassword(handle, person, verifier);
            SessionStore.endOthers(handle, person, kept.sessionId());
            BrowserStore.forgetOthers(handle, person, browser);
            LinkStore.endOfKind(handle, person, LinkStore.Kind.RESET);
            AuditStore.write(handle, by, "person.password", subject(person), null, null);
            return true;
        });
    }

    /// Sessions, links, memberships and factors go with the person.
    Optional<Person> remove(Operator by, long person) {
        return database.inTransaction("remove person", handle -> {
            var before = handle.select(FIND_LOCKED, person).mapTo(Person.class).findOne();
            before.ifPresent(removed -> {
                LinkStore.endAllOfName(handle, nameKey(handle, person));
                handle.execute(REMOVE, person);
                AuditStore.write(handle, by, "person.remove", subject(person), null, removed);
            });
            return before;
        });
    }

    static Subject subject(long person) {
        return Subject.of("person", person);
    }
}
