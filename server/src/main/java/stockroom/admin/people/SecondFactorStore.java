package stockroom.admin.people;

import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Objects;
import java.util.Optional;
import org.jdbi.v3.core.Handle;
import org.jspecify.annotations.Nullable;
import stockroom.admin.people.SessionStore.Client;
import stockroom.admin.people.SessionStore.Session;
import stockroom.audit.AuditStore;
import stockroom.audit.Operator;
import stockroom.auth.SecretCipher;
import stockroom.auth.TokenHash;
import stockroom.config.Secret;
import stockroom.database.Database;

/// Stores the secrets of one-time codes encrypted, and recovery codes as hashes.
public final class SecondFactorStore {
    /// A sign-in ends after this many wrong codes.
    static final int MAX_WRONG_IN_SIGN_IN = 5;
    /// After this many wrong codes in a day, unknown browsers need a recovery code.
    static final int MAX_WRONG_IN_DAY = 50;

    private static final int RECOVERY_CODES = 10;
    private static final int RECOVERY_BYTES = 10;
    private static final int RECOVERY_GROUP = 4;

    private static final String ADD = "INSERT INTO second_factor (person_id) VALUES (?) ON CONFLICT DO NOTHING";

    private static final String LOCK = """
            SELECT secret, next_secret, next_session, last_step, clock_timestamp() AS now,
                   CASE WHEN wrong_codes_on = current_date THEN wrong_codes ELSE 0 END AS wrong_codes
            FROM second_factor WHERE person_id = ? FOR UPDATE
            """;

    private static final String HAS = "SELECT 1 FROM second_factor WHERE person_id = ? AND secret IS NOT NULL";

    private static final String SET_NEXT =
            "UPDATE second_factor SET next_secret = ?, next_session = ? WHERE person_id = ?";

    private static final String CONFIRM = """
            UPDATE second_factor SET secret = next_secret, next_secret = NULL, next_session = NULL, last_step = ?,
                   created_at = now()
            WHERE person_id = ?
            """;

    private static final String ACCEPT = "UPDATE second_factor SET last_step = ? WHERE person_id = ?";

    private static final String COUNT_WRONG = """
            UPDATE second_factor SET wrong_codes_on = current_date,
                   wrong_codes = CASE WHEN wrong_codes_on = current_date THEN wrong_codes ELSE 0 END + 1
            WHERE person_id = ?
            """;

    private static final String LOCK_SESSION = "SELECT wrong_codes FROM person_session WHERE session_id = ? FOR UPDATE";

    private static final String COUNT_IN_SESSION =
            "UPDATE person_session SET wrong_codes = wrong_codes + 1 WHERE session_id = ?";

    private static final String PROVE_SESSION =
            "UPDATE person_session SET wrong_codes = 0, proven_at = now() WHERE session_id = ?";

    private static final String END_SESSION = "DELETE FROM person_session WHERE session_id = ?";

    private static final String FORGET_CODES = "DELETE FROM recovery_code WHERE person_id = ?";

    private static final String ADD_CODE = "INSERT INTO recovery_code (person_id, code_hash) VALUES (?, ?)";

    private static final String USE_CODE = "DELETE FROM recovery_code WHERE person_id = ? AND code_hash = ?";

    private static final String COUNT_CODES = "SELECT count(*) FROM recovery_code WHERE person_id = ?";

    private static final String REMOVE = "DELETE FROM second_factor WHERE person_id = ?";

    private final Database database;
    private final SecretCipher cipher;

    public SecondFactorStore(Database database, SecretCipher cipher) {
        this.database = database;
        this.cipher = cipher;
    }

    @SuppressWarnings("ArrayRecordComponent") // nobody compares or changes factors
    private record Factor(
            byte @Nullable [] secret,
            byte @Nullable [] nextSecret,
            @Nullable Long nextSession,
            long lastStep,
            Instant now,
            int wrongCodes) {
        private boolean isNextOf(Session session) {
            return nextSecret != null && Objects.equals(nextSession, session.sessionId());
        }
    }

    public enum Outcome {
        RIGHT,
        WRONG,
        /// Too many wrong codes came from unknown browsers today.
        CLOSED,
        /// The sign-in has ended.
        ENDED
    }

    /// `session` is set if the code was right and the session is a new one.
    public record Checked(Outcome outcome, Optional<Secret> session) {}

    public boolean has(long person) {
        return database.run("has factor", handle -> has(handle, person));
    }

    static boolean has(Handle handle, long person) {
        return handle.select(HAS, person).mapTo(Integer.class).findOne().isPresent();
    }

    /// Returns the secret to set up. Only this session can confirm it, so nobody else can know the factor to come.
    public byte[] next(Session session) {
        long person = session.personId();
        return database.inTransaction("next factor", handle -> {
            PersonStore.lock(handle, person);
            handle.execute(ADD, person);
            var factor = lock(handle, person).orElseThrow();
            if (factor.isNextOf(session)) {
                return opened(person, Objects.requireNonNull(factor.nextSecret));
            }
            var secret = RandomSecret.bytes(OneTimeCode.SECRET_BYTES);
            handle.execute(SET_NEXT, cipher.seal(context(person), secret), session.sessionId(), person);
            return secret;
        });
    }

    public record Confirmed(List<String> recoveryCodes, Secret session) {}

    /// Replaces the factor if the code is one of the session's next secret, and all sessions by a new one.
    public Optional<Confirmed> confirm(Operator by, Session session, String code, Client client) {
        long person = session.personId();
        return database.inTransaction("confirm factor", handle -> {
            PersonStore.lock(handle, person);
            var factor = lock(handle, person).filter(found -> found.isNextOf(session));
            if (factor.isEmpty() || !SessionStore.isOpen(handle, session)) {
                return Optional.empty();
            }
            var next = opened(person, Objects.requireNonNull(factor.get().nextSecret));
            var step = OneTimeCode.step(next, code, factor.get().now, 0);
            if (step.isEmpty()) {
                return Optional.empty();
            }
            handle.execute(CONFIRM, step.getAsLong(), person);
            SessionStore.endAll(handle, person);
            AuditStore.write(handle, by, "person.factor", PersonStore.subject(person), null, null);
            var opened = SessionStore.open(handle, session.who(), SessionStore.State.OPEN, true, client);
            return Optional.of(new Confirmed(newCodes(handle, person), opened));
        });
    }

    /// Checks a code of a sign-in, which a right one replaces by a new session, or of an open session, which a
    /// right one proves again.
    public Checked check(Session session, String given, Optional<Secret> browser, Client client) {
        long person = session.personId();
        return database.inTransaction("check code", handle -> {
            PersonStore.lock(handle, person);
            var known = browser.filter(secret -> BrowserStore.knows(handle, person, secret));
            var by = Operator.person(session.name(), person, client.requestId(), client.address());
            var wrong = handle.select(LOCK_SESSION, session.sessionId())
                    .mapTo(Integer.class)
                    .findOne();
            if (wrong.isEmpty()) {
                return new Checked(Outcome.ENDED, Optional.empty());
            }
            var outcome = isRecoveryCode(given)
                    ? recover(handle, by, given)
                    : checkCode(handle, person, given, known.isPresent());
            if (outcome == Outcome.RIGHT && session.state() == SessionStore.State.OPEN) {
                handle.execute(PROVE_SESSION, session.sessionId());
                return new Checked(outcome, Optional.empty());
            }
            if (outcome == Outcome.RIGHT) {
                handle.execute(END_SESSION, session.sessionId());
                return new Checked(
                        outcome,
                        Optional.of(SessionStore.open(handle, session.who(), SessionStore.State.OPEN, true, client)));
            }
            if (wrong.get() + 1 >= MAX_WRONG_IN_SIGN_IN) {
                handle.execute(END_SESSION, session.sessionId());
                // guesses with a stolen browser count from now on
                known.ifPresent(secret -> BrowserStore.forget(handle, person, secret));
                AuditStore.write(handle, by, "person.wrong-codes", PersonStore.subject(person), null, null);
                return new Checked(Outcome.ENDED, Optional.empty());
            }
            handle.execute(COUNT_IN_SESSION, session.sessionId());
            return new Checked(outcome, Optional.empty());
        });
    }

    private Outcome checkCode(Handle handle, long person, String given, boolean knownBrowser) {
        var factor = lock(handle, person).orElse(null);
        if (factor == null || factor.secret == null) {
            return Outcome.WRONG;
        }
        if (!knownBrowser && factor.wrongCodes >= MAX_WRONG_IN_DAY) {
            return Outcome.CLOSED;
        }
        var step = OneTimeCode.step(opened(person, factor.secret), given.strip(), factor.now, factor.lastStep);
        if (step.isPresent()) {
            handle.execute(ACCEPT, step.getAsLong(), person);
            return Outcome.RIGHT;
        }
        if (!knownBrowser) {
            handle.execute(COUNT_WRONG, person);
        }
        return Outcome.WRONG;
    }

    private static Outcome recover(Handle handle, Operator by, String given) {
        long person = Objects.requireNonNull(by.personId());
        if (handle.execute(USE_CODE, person, hash(given)) == 0) {
            return Outcome.WRONG;
        }
        AuditStore.write(handle, by, "person.recovery-code", PersonStore.subject(person), null, null);
        return Outcome.RIGHT;
    }

    private static boolean isRecoveryCode(String given) {
        return given.chars().anyMatch(Character::isLetter);
    }

    public List<String> newRecoveryCodes(Operator by, long person) {
        return database.inTransaction("new recovery codes", handle -> {
            AuditStore.write(handle, by, "person.recovery-codes", PersonStore.subject(person), null, null);
            return newCodes(handle, person);
        });
    }

    public int countRecoveryCodes(long person) {
        return database.run(
                "recovery codes",
                handle ->
                        handle.select(COUNT_CODES, person).mapTo(Integer.class).one());
    }

    private static List<String> newCodes(Handle handle, long person) {
        handle.execute(FORGET_CODES, person);
        var codes = new ArrayList<String>();
        for (int i = 0; i < RECOVERY_CODES; i++) {
            var letters = Base32.of(RandomSecret.bytes(RECOVERY_BYTES));
            var code = letters.replaceAll("(.{%d})(?!$)".formatted(RECOVERY_GROUP), "$1-");
            handle.execute(ADD_CODE, person, hash(code));
            codes.add(code);
        }
        return List.copyOf(codes);
    }

    /// Hyphens, spaces and case do not matter.
    private static byte[] hash(String recoveryCode) {
        return TokenHash.of(recoveryCode.replaceAll("[\\s-]", "").toUpperCase(Locale.ROOT))
                .bytes();
    }

    static void remove(Handle handle, long person) {
        handle.execute(REMOVE, person);
        handle.execute(FORGET_CODES, person);
    }

    private static Optional<Factor> lock(Handle handle, long person) {
        return handle.select(LOCK, person).mapTo(Factor.class).findOne();
    }

    private byte[] opened(long person, byte[] sealed) {
        return cipher.open(context(person), sealed)
                .orElseThrow(() -> new IllegalStateException(
                        "the second factor of person %d does not open with this keyset".formatted(person)));
    }

    static String context(long person) {
        return "second factor of person " + person;
    }
}
