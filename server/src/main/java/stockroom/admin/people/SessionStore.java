package stockroom.admin.people;

import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import org.jdbi.v3.core.Handle;
import stockroom.audit.AuditStore;
import stockroom.audit.Operator;
import stockroom.config.Secret;
import stockroom.database.Database;
import stockroom.database.Records;

/// Stores sessions as hashes. They are looked up at each request, so that their end applies on every node at once.
public final class SessionStore {
    public static final Duration IDLE = Duration.ofHours(12);
    public static final Duration LONGEST = Duration.ofDays(14);
    /// A person who has given the password must give a code, or set one up, within this time.
    public static final Duration SIGN_IN = Duration.ofMinutes(10);
    /// Sensitive acts ask for the password again after this time.
    public static final Duration PROVEN = Duration.ofMinutes(10);

    /// Of more sessions of a person, the newest are kept.
    private static final int MAX_SESSIONS = 50;

    private static final int MAX_BROWSER = 200;

    private static final String ALIVE = """
            CASE s.state WHEN 'open' THEN s.used_at > now() - make_interval(secs => %d)
                                      AND s.created_at > now() - make_interval(secs => %d)
                         ELSE s.created_at > now() - make_interval(secs => %d) END
            """.formatted(IDLE.toSeconds(), LONGEST.toSeconds(), SIGN_IN.toSeconds());

    private static final String OPEN = """
            INSERT INTO person_session (session_hash, person_id, state, with_factor, address, browser)
            VALUES (?, ?, ?, ?, ?, ?)
            """;

    private static final String END_OLDEST = """
            DELETE FROM person_session WHERE person_id = ? AND state = 'open' AND session_id NOT IN (
                SELECT session_id FROM person_session WHERE person_id = ? AND state = 'open'
                ORDER BY session_id DESC LIMIT %d)
            """.formatted(MAX_SESSIONS);

    private static final String IS_OPEN =
            "SELECT 1 FROM person_session s WHERE s.session_id = ? AND s.state = ? AND " + ALIVE;

    private static final String FIND = """
            SELECT s.session_id, s.person_id, p.name, s.state, s.with_factor,
                   s.proven_at > now() - make_interval(secs => %d) AS proven,
                   s.used_at < now() - interval '1 minute' AS is_stale
            FROM person_session s JOIN person p ON p.person_id = s.person_id
            WHERE s.session_hash = ? AND
            """.formatted(PROVEN.toSeconds()) + ALIVE;

    private static final String TOUCH = "UPDATE person_session SET used_at = now() WHERE session_hash = ?";

    private static final String LIST = """
            SELECT s.session_id, s.address, s.browser, s.with_factor, s.created_at, s.used_at
            FROM person_session s WHERE s.person_id = ? AND s.state = 'open' AND
            """ + ALIVE + "ORDER BY s.used_at DESC";

    private static final String PROVE = "UPDATE person_session SET proven_at = now() WHERE session_id = ?";

    private static final String END = "DELETE FROM person_session WHERE person_id = ? AND session_id = ?";

    private static final String END_OTHERS = "DELETE FROM person_session WHERE person_id = ? AND session_id <> ?";

    private static final String END_ALL = "DELETE FROM person_session WHERE person_id = ?";

    private final Database database;

    public SessionStore(Database database) {
        this.database = database;
    }

    public enum State {
        /// Waits for a code of the second factor.
        CODE,
        /// Waits for the setup of a second factor, which the person needs.
        SETUP,
        OPEN;

        String word() {
            return name().toLowerCase(Locale.ROOT);
        }
    }

    /// Where a session is used from. `browser` is what the browser says of itself.
    public record Client(String address, String browser, String requestId) {
        public Client {
            browser = browser.length() <= MAX_BROWSER ? browser : browser.substring(0, MAX_BROWSER);
        }
    }

    public record Who(long person, String name) {}

    private record Row(
            long sessionId,
            long personId,
            String name,
            String state,
            boolean withFactor,
            boolean proven,
            boolean isStale) {}

    public record Session(long sessionId, long personId, String name, State state, boolean withFactor, boolean proven) {
        private static Session of(Row row) {
            return new Session(
                    row.sessionId,
                    row.personId,
                    row.name,
                    State.valueOf(row.state.toUpperCase(Locale.ROOT)),
                    row.withFactor,
                    row.proven);
        }

        public Who who() {
            return new Who(personId, name);
        }
    }

    public record Listed(
            long sessionId, String address, String browser, boolean withFactor, Instant createdAt, Instant usedAt) {}

    /// Every step of a sign-in opens a new session, so that nobody can plant the secret of one. Must be called under
    /// the person's lock.
    static Secret open(Handle handle, Who who, State state, boolean withFactor, Client client) {
        var secret = RandomSecret.next();
        handle.execute(
                OPEN, RandomSecret.hash(secret), who.person, state.word(), withFactor, client.address, client.browser);
        if (state == State.OPEN) {
            handle.execute(END_OLDEST, who.person, who.person);
            var by = Operator.person(who.name, who.person, client.requestId, client.address);
            AuditStore.write(handle, by, "person.sign-in", PersonStore.subject(who.person), null, null);
        }
        return secret;
    }

    public record Begun(State state, Secret session) {}

    /// Opens a session for a person whose password was right. Returns empty if the password has changed meanwhile. A
    /// factor that was set up meanwhile counts.
    public Optional<Begun> begin(PersonStore.Login login, Client client) {
        long person = login.personId();
        return database.inTransaction("open session", handle -> {
            PersonStore.lock(handle, person);
            if (!PersonStore.hasVerifier(handle, person, login.verifier())) {
                return Optional.empty();
            }
            var state = SecondFactorStore.has(handle, person)
                    ? State.CODE
                    : MembershipStore.needFactor(handle, person) ? State.SETUP : State.OPEN;
            return Optional.of(new Begun(state, open(handle, login.who(), state, false, client)));
        });
    }

    static boolean isOpen(Handle handle, Session session) {
        return handle.select(IS_OPEN, session.sessionId, session.state.word())
                .mapTo(Integer.class)
                .findOne()
                .isPresent();
    }

    public Optional<Session> find(Secret secret) {
        var hash = RandomSecret.hash(secret);
        var found = Records.find(database, "session", Row.class, FIND, hash);
        if (found.isPresent() && found.get().isStale) {
            database.run("touch session", handle -> handle.execute(TOUCH, hash));
        }
        return found.map(Session::of);
    }

    public List<Listed> list(long person) {
        return Records.list(database, "sessions", Listed.class, LIST, person);
    }

    public void prove(long session) {
        database.run("prove session", handle -> handle.execute(PROVE, session));
    }

    /// Returns false if the person has no such session.
    public boolean end(Operator by, long person, long session) {
        return database.inTransaction("end session", handle -> {
            boolean ended = handle.execute(END, person, session) > 0;
            if (ended) {
                AuditStore.write(handle, by, "person.end-session", PersonStore.subject(person), null, null);
            }
            return ended;
        });
    }

    /// Is for stolen devices: it also forgets browsers, and ends the links that were made in a session.
    public int endAll(Operator by, long person) {
        return database.inTransaction("end sessions", handle -> {
            PersonStore.lock(handle, person);
            int ended = endAll(handle, person);
            BrowserStore.forgetAll(handle, person);
            LinkStore.endMadeBy(handle, person, Place.PLATFORM);
            AuditStore.write(handle, by, "person.end-sessions", PersonStore.subject(person), null, null);
            return ended;
        });
    }

    static int endAll(Handle handle, long person) {
        return handle.execute(END_ALL, person);
    }

    static void endOthers(Handle handle, long person, long kept) {
        handle.execute(END_OTHERS, person, kept);
    }
}
