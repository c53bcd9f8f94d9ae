package stockroom.audit;

import java.time.Instant;
import java.time.InstantSource;
import java.time.temporal.ChronoUnit;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import stockroom.audit.AuditStore.Subject;
import stockroom.auth.MerchantId;
import stockroom.database.Database;

/// Records which merchants' data operators have read, once per key, merchant and hour.
public final class AuditReadStore {
    private static final String ACTION = "merchant.read";
    /// A remembered read needs no database call for the rest of the hour.
    private static final int MAX_NOTED = 100_000;

    /// Adds nothing if another node has added this hour's entry.
    private static final String WRITE = """
            WITH first AS (
                INSERT INTO last_use (credential, used_at) VALUES (:credential, :hour)
                ON CONFLICT (credential) DO UPDATE SET used_at = excluded.used_at
                WHERE last_use.used_at <> excluded.used_at
                RETURNING 1)
            INSERT INTO audit_entry (operator, key_id, request_id, action, subject, merchant_id)
            SELECT :operator, :key, :request, :action, :subject, :merchant FROM first
            """;

    private final Database database;
    private final InstantSource clock;
    private final Map<String, Instant> noted = new ConcurrentHashMap<>();

    public AuditReadStore(Database database, InstantSource clock) {
        this.database = database;
        this.clock = clock;
    }

    /// `merchant` is empty for a list that spans merchants.
    public void note(Operator by, Optional<MerchantId> merchant) {
        var whose = merchant.map(id -> "merchant " + id.value()).orElse("merchants");
        var credential = "operator key %d %s".formatted(by.keyId(), whose);
        var hour = clock.instant().truncatedTo(ChronoUnit.HOURS);
        if (hour.equals(noted.get(credential))) {
            return;
        }
        var subject = new Subject("data of " + whose, merchant.orElse(null));
        int written = database.write(
                "audit read",
                handle -> handle.createUpdate(WRITE)
                        .bind("credential", credential)
                        .bind("hour", hour)
                        .bind("operator", by.name())
                        .bind("key", by.keyId())
                        .bind("request", by.requestId())
                        .bind("action", ACTION)
                        .bind("subject", subject.name())
                        .bind("merchant", subject.merchantId())
                        .execute());
        if (written > 0) {
            AuditStore.log("read", by, ACTION, subject, null, null);
        }
        if (noted.size() >= MAX_NOTED) {
            noted.clear();
        }
        noted.put(credential, hour);
    }
}
