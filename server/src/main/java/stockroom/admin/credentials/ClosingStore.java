package stockroom.admin.credentials;

import stockroom.audit.AuditStore;
import stockroom.audit.AuditStore.Subject;
import stockroom.audit.Operator;
import stockroom.auth.CredentialCache;
import stockroom.database.Database;
import stockroom.database.Notifications;

/// Closings are only in each node's memory, so all nodes are notified.
public final class ClosingStore {
    private final Database database;

    public ClosingStore(Database database) {
        this.database = database;
    }

    record Lifted(String address, long applicationId) {}

    Lifted lift(Operator by, String address, long application) {
        var lifted = new Lifted(address, application);
        return database.inTransaction("lift closing", handle -> {
            Notifications.send(handle, CredentialCache.CHANNEL, "closing %s %d".formatted(address, application));
            AuditStore.write(handle, by, "closing.lift", Subject.of("application", application), lifted, null);
            return lifted;
        });
    }
}
