package stockroom.admin.credentials;

import java.time.Instant;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.jdbi.v3.core.Handle;
import org.jdbi.v3.core.mapper.Nested;
import org.jspecify.annotations.Nullable;
import stockroom.admin.operators.OperatorRequestStore;
import stockroom.audit.AuditStore;
import stockroom.audit.AuditStore.Subject;
import stockroom.audit.Operator;
import stockroom.auth.CredentialCache;
import stockroom.auth.SecretCipher;
import stockroom.config.Secret;
import stockroom.database.Database;
import stockroom.database.Notifications;
import stockroom.database.paging.Page;

/// Secrets are encrypted and shown only once.
public final class ApplicationStore {
    private static final String CREATE = "INSERT INTO application (name) VALUES (?) RETURNING application_id";

    private static final String LOCK = "SELECT 1 FROM application WHERE application_id = ? FOR UPDATE";

    private static final String LIST = """
            SELECT a.application_id, a.name, a.suspended, a.created_at,
                   s.slot AS secret_slot, s.created_at AS secret_created_at,
                   (SELECT u.used_at FROM last_use u
                    WHERE u.credential = 'secret ' || s.application_id || ' ' || s.slot
                      -- an earlier secret may have used this slot
                      AND u.used_at >= s.created_at) AS secret_last_used_at
            FROM (SELECT * FROM application WHERE application_id > ? ORDER BY application_id LIMIT ?) a
                 JOIN application_secret s ON s.application_id = a.application_id
            ORDER BY a.application_id, s.slot
            """;

    private static final String CHANGE = "UPDATE application SET name = ?, suspended = ? WHERE application_id = ?";

    private static final String ADD_SECRET =
            "INSERT INTO application_secret (application_id, slot, ciphertext) VALUES (?, ?, ?)";

    private static final String END_SECRET = "DELETE FROM application_secret WHERE application_id = ? AND slot = ?";

    private static final Set<Integer> SLOTS = Set.of(1, 2);

    private final Database database;
    private final SecretCipher cipher;

    public ApplicationStore(Database database, SecretCipher cipher) {
        this.database = database;
        this.cipher = cipher;
    }

    public record LiveSecret(
            int slot, Instant createdAt, @Nullable Instant lastUsedAt) {}

    public record Application(
            long applicationId, String name, boolean suspended, Instant createdAt, List<LiveSecret> secrets) {}

    private record Row(
            long applicationId,
            String name,
            boolean suspended,
            Instant createdAt,
            @Nested("secret") LiveSecret secret) {}

    public record NewApplication(Application about, Secret secret) {
        public long appid() {
            return about.applicationId;
        }
    }

    public record NewSecret(int slot, Secret secret) {}

    enum Ended {
        DONE,
        UNKNOWN,
        LAST
    }

    public NewApplication create(Operator by, String name) {
        return database.inTransaction("create application", handle -> {
            OperatorRequestStore.claim(handle, by);
            long application = handle.select(CREATE, name).mapTo(Long.class).one();
            var secret = addSecret(handle, application, 1);
            var created = find(handle, application).orElseThrow();
            AuditStore.write(handle, by, "application.create", subject(application), null, created);
            // a node may have cached that there is no such application
            Notifications.send(handle, CredentialCache.CHANNEL, "application " + application);
            return new NewApplication(created, secret);
        });
    }

    public Optional<Application> find(long application) {
        return database.run("application", handle -> find(handle, application));
    }

    Page<Application> list(Page.Wanted wanted) {
        var rows = database.run("applications", handle -> list(handle, wanted.afterNumber(0), wanted.rows()));
        return Page.of(rows, wanted, application -> Page.cursor(application.applicationId()));
    }

    Optional<Application> change(Operator by, long application, Optional<String> name, Optional<Boolean> suspended) {
        return database.inTransaction("change application", handle -> {
            lock(handle, application);
            var before = find(handle, application);
            if (before.isEmpty()) {
                return before;
            }
            handle.execute(
                    CHANGE, name.orElse(before.get().name), suspended.orElse(before.get().suspended), application);
            return Optional.of(changed(handle, by, "application.change", before.get()));
        });
    }

    /// Returns empty if there are two secrets already. Callers move from the first to the second.
    public Optional<NewSecret> addSecret(Operator by, long application) {
        return database.inTransaction("add secret", handle -> {
            lock(handle, application);
            var before = find(handle, application).orElseThrow();
            var free = new HashSet<>(SLOTS);
            before.secrets.forEach(secret -> free.remove(secret.slot));
            if (free.isEmpty()) {
                return Optional.empty();
            }
            int slot = free.iterator().next();
            OperatorRequestStore.claim(handle, by);
            var secret = addSecret(handle, application, slot);
            changed(handle, by, "secret.add", before);
            return Optional.of(new NewSecret(slot, secret));
        });
    }

    Ended endSecret(Operator by, long application, int slot) {
        return database.inTransaction("end secret", handle -> {
            lock(handle, application);
            var before = find(handle, application);
            if (before.isEmpty() || before.get().secrets.stream().noneMatch(secret -> secret.slot == slot)) {
                return Ended.UNKNOWN;
            }
            if (before.get().secrets.size() == 1) {
                return Ended.LAST;
            }
            handle.execute(END_SECRET, application, slot);
            changed(handle, by, "secret.end", before.get());
            return Ended.DONE;
        });
    }

    private Secret addSecret(Handle handle, long application, int slot) {
        var secret = TokenStore.random();
        handle.execute(ADD_SECRET, application, slot, cipher.encrypt(application, secret));
        return secret;
    }

    private static Application changed(Handle handle, Operator by, String action, Application before) {
        var after = find(handle, before.applicationId).orElseThrow();
        if (!after.equals(before)) {
            Notifications.send(handle, CredentialCache.CHANNEL, "application " + before.applicationId);
            AuditStore.write(handle, by, action, subject(before.applicationId), before, after);
        }
        return after;
    }

    private static Subject subject(long application) {
        return Subject.of("application", application);
    }

    private static void lock(Handle handle, long application) {
        handle.select(LOCK, application).mapTo(Integer.class).findOne();
    }

    private static Optional<Application> find(Handle handle, long application) {
        return list(handle, application - 1, 1).stream()
                .filter(found -> found.applicationId == application)
                .findFirst();
    }

    private static List<Application> list(Handle handle, long after, int rows) {
        var applications = new LinkedHashMap<Long, Application>();
        handle.select(LIST, after, rows)
                .mapTo(Row.class)
                .forEach(row -> applications
                        .computeIfAbsent(
                                row.applicationId,
                                id -> new Application(id, row.name, row.suspended, row.createdAt, new ArrayList<>()))
                        .secrets
                        .add(row.secret));
        return List.copyOf(applications.values());
    }
}
