package stockroom.support;

import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Instant;
import java.time.OffsetDateTime;
import java.time.ZoneOffset;
import java.util.List;
import java.util.Optional;
import stockroom.database.Database;

/// The last failed calls of each application.
public final class FailedCallStore {
    static final int KEPT_PER_APPLICATION = 1_000;
    private static final int KEPT_DAYS = 7;

    /// Whatever stood in the header, only applications that exist get rows.
    private static final String ADD = """
            INSERT INTO failed_call (application_id, failed_at, request_id, endpoint, status, code, message)
            SELECT a.application_id, :at, :requestId, :endpoint, :status, :code, :message
            FROM application a WHERE a.application_id = :application
            ON CONFLICT DO NOTHING
            """;

    private static final String TRIM = """
            DELETE FROM failed_call
            WHERE application_id = :application AND failed_at <= (
                SELECT failed_at FROM failed_call WHERE application_id = :application
                ORDER BY failed_at DESC OFFSET :kept LIMIT 1)
            """;

    private static final String FORGET_OLD =
            "DELETE FROM failed_call WHERE failed_at < now() - make_interval(days => :days)";

    private static final String LIST = """
            SELECT application_id, failed_at, request_id, endpoint, status, code, message FROM failed_call
            WHERE application_id = :application AND failed_at > now() - make_interval(days => :days)
              AND (failed_at, request_id) < (:before, :beforeId)
            ORDER BY failed_at DESC, request_id DESC LIMIT :rows
            """;

    private static final String FIND = """
            SELECT application_id, failed_at, request_id, endpoint, status, code, message FROM failed_call
            WHERE request_id = :requestId AND failed_at > now() - make_interval(days => :days)
            """;

    private final Database database;

    public FailedCallStore(Database database) {
        this.database = database;
    }

    /// One of them, as the operator's interface answers it.
    public record FailedCall(
            String requestId,
            long applicationId,
            Instant at,
            String endpoint,
            int status,
            String code,
            String message) {}

    void add(List<FailedCall> calls) {
        database.inTransaction("failed calls", handle -> {
            var batch = handle.prepareBatch(ADD);
            for (var call : calls) {
                batch.bind("application", call.applicationId)
                        .bind("at", call.at.atOffset(ZoneOffset.UTC))
                        .bind("requestId", call.requestId)
                        .bind("endpoint", call.endpoint)
                        .bind("status", call.status)
                        .bind("code", call.code)
                        .bind("message", call.message)
                        .add();
            }
            batch.execute();
            var trim = handle.prepareBatch(TRIM);
            calls.stream()
                    .mapToLong(FailedCall::applicationId)
                    .distinct()
                    .sorted()
                    .forEach(application -> trim.bind("application", application)
                            .bind("kept", KEPT_PER_APPLICATION)
                            .add());
            return trim.execute();
        });
    }

    void forgetOld() {
        database.run(
                "forget failed calls",
                handle ->
                        handle.createUpdate(FORGET_OLD).bind("days", KEPT_DAYS).execute());
    }

    /// Newest first, those before this moment; of that moment itself, those with a smaller request id.
    public List<FailedCall> list(long application, Instant before, String beforeId, int rows) {
        return database.run(
                "failed calls",
                handle -> handle.createQuery(LIST)
                        .bind("application", application)
                        .bind("before", before.atOffset(ZoneOffset.UTC))
                        .bind("beforeId", beforeId)
                        .bind("days", KEPT_DAYS)
                        .bind("rows", rows)
                        .map((row, _) -> call(row))
                        .list());
    }

    public Optional<FailedCall> find(String requestId) {
        return database.run(
                "failed call",
                handle -> handle.createQuery(FIND)
                        .bind("requestId", requestId)
                        .bind("days", KEPT_DAYS)
                        .map((row, _) -> call(row))
                        .findFirst());
    }

    private static FailedCall call(ResultSet row) throws SQLException {
        return new FailedCall(
                row.getString("request_id"),
                row.getLong("application_id"),
                row.getObject("failed_at", OffsetDateTime.class).toInstant(),
                row.getString("endpoint"),
                row.getInt("status"),
                row.getString("code"),
                row.getString("message"));
    }
}
