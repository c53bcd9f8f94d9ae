package stockroom.retention;

import java.time.OffsetDateTime;
import java.util.function.Consumer;
import stockroom.audit.AuditStore;
import stockroom.audit.AuditStore.Subject;
import stockroom.audit.Operator;
import stockroom.database.Database;
import stockroom.database.clock.ClockStore;

final class AuditArchiveStore {
    private static final int BATCH = 500;
    /// Some entries are large.
    private static final int FETCHED_AT_ONCE = 50;

    private static final String OLD = """
            SELECT audit_id, json_build_object('auditId', audit_id, 'at', at, 'operator', operator,
                   'operatorKeyId', key_id, 'personId', person_id, 'address', address, 'action', action,
                   'subject', subject, 'merchantId', merchant_id, 'requestId', request_id, 'before', before,
                   'after', after)::text AS line
            FROM audit_entry WHERE at < :before ORDER BY audit_id
            """;

    /// The audit log's trigger then allows deletions in this transaction.
    private static final String ARCHIVED = "SET LOCAL stockroom.audit_archived = 'on'";

    private static final String DELETE = """
            DELETE FROM audit_entry WHERE audit_id IN (
                SELECT audit_id FROM audit_entry
                WHERE audit_id BETWEEN ? AND ? AND at < ?
                ORDER BY audit_id LIMIT ?)
            """;

    private final Database database;

    AuditArchiveStore(Database database) {
        this.database = database;
    }

    record Written(OffsetDateTime before, long first, long last, int entries) {}

    /// @throws UntrustedClockException if the age of entries is unknown
    Written read(int days, Consumer<String> line) {
        return database.inTransaction("old audit", handle -> {
            var before = ClockStore.trustedTime(handle)
                    .orElseThrow(UntrustedClockException::new)
                    .minusDays(days);
            return handle.createQuery(OLD)
                    .bind("before", before)
                    .setFetchSize(FETCHED_AT_ONCE)
                    .reduceResultSet(new Written(before, 0, 0, 0), (written, row, _) -> {
                        line.accept(row.getString("line"));
                        long id = row.getLong("audit_id");
                        return new Written(before, written.entries == 0 ? id : written.first, id, written.entries + 1);
                    });
        });
    }

    int deleteSome(Written written) {
        return database.inTransaction("delete audit", handle -> {
            handle.execute(ARCHIVED);
            return handle.execute(DELETE, written.first, written.last, written.before, BATCH);
        });
    }

    void note(AuditArchive.Moved moved) {
        database.inTransaction("note archive", handle -> {
            AuditStore.write(
                    handle,
                    Operator.onTheServer(),
                    "audit.archive",
                    Subject.of("audit entries", "%d to %d".formatted(moved.first(), moved.last())),
                    null,
                    null);
            return null;
        });
    }
}
