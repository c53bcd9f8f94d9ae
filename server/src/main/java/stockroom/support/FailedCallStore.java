package stockroom.support;

import java.time.Instant;
import java.time.ZoneOffset;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import stockroom.auth.MerchantId;
import stockroom.database.Database;
import stockroom.database.Records;
import stockroom.database.clock.ClockStore;

/// Stores the last failed calls of each application. Unsigned calls, which anyone can make in an application's
/// name, are stored separately so that they displace no signed ones.
public final class FailedCallStore {
    private static final int KEPT_SIGNED = 1_000;
    private static final int KEPT_UNSIGNED = 100;
    private static final int FORGOTTEN_AT_ONCE = 1_000;

    /// Adds rows only for existing applications, and not for merchants being deleted.
    private static final String ADD = """
            INSERT INTO failed_call
                (application_id, failed_at, request_id, signed, endpoint, status, code, message, merchant_id)
            SELECT a.application_id, :at, :requestId, :signed, :endpoint, :status, :code, :message, :merchantId::bigint
            FROM application a
            WHERE a.application_id = :applicationId AND NOT EXISTS (
                SELECT FROM suspended_merchant s
                WHERE s.merchant_id = :merchantId::bigint AND s.deletion_begun_at IS NOT NULL)
            ON CONFLICT DO NOTHING
            """;

    private static final String TRIM = """
            DELETE FROM failed_call
            WHERE application_id = :application AND signed = :signed AND failed_at <= (
                SELECT failed_at FROM failed_call WHERE application_id = :application AND signed = :signed
                ORDER BY failed_at DESC OFFSET :kept LIMIT 1)
            """;

    private static final String FORGET = """
            DELETE FROM failed_call WHERE (application_id, failed_at, request_id) IN (
                SELECT application_id, failed_at, request_id FROM failed_call
                WHERE failed_at < ? ORDER BY failed_at LIMIT ?)
            """;

    private static final String COLUMNS =
            "application_id, failed_at AS at, request_id, signed, endpoint, status, code, message, merchant_id";

    private static final String LIST = "SELECT " + COLUMNS + """
             FROM failed_call
            WHERE <whose> = :id AND (failed_at, request_id) < (:before, :beforeId)
            ORDER BY failed_at DESC, request_id DESC LIMIT :rows
            """;

    private static final String FIND = "SELECT " + COLUMNS + " FROM failed_call WHERE request_id = ? LIMIT 1";

    private final Database database;

    public FailedCallStore(Database database) {
        this.database = database;
    }

    record Source(long application, boolean signed) {}

    public record FailedCall(
            String requestId,
            long applicationId,
            Instant at,
            boolean signed,
            String endpoint,
            int status,
            String code,
            String message,
            @Nullable Long merchantId) {}

    Map<Source, Integer> add(List<FailedCall> calls) {
        return database.inTransaction("failed calls", handle -> {
            var batch = handle.prepareBatch(ADD);
            for (var call : calls) {
                batch.bindMethods(call)
                        .bind("at", call.at.atOffset(ZoneOffset.UTC))
                        .add();
            }
            var rows = batch.execute();
            var added = new HashMap<Source, Integer>();
            for (int i = 0; i < rows.length; i++) {
                if (rows[i] > 0) {
                    var call = calls.get(i);
                    added.merge(new Source(call.applicationId, call.signed), 1, Integer::sum);
                }
            }
            return added;
        });
    }

    void trim(Source source) {
        database.run(
                "trim failed calls",
                handle -> handle.createUpdate(TRIM)
                        .bind("application", source.application)
                        .bind("signed", source.signed)
                        .bind("kept", source.signed ? KEPT_SIGNED : KEPT_UNSIGNED)
                        .execute());
    }

    /// Returns 0 if nothing is left or no clock can be trusted.
    int forgetSome(int days) {
        return database.run(
                "forget failed calls",
                handle -> ClockStore.trustedTime(handle)
                        .map(time -> handle.execute(FORGET, time.minusDays(days), FORGOTTEN_AT_ONCE))
                        .orElse(0));
    }

    public List<FailedCall> list(long application, Instant before, String beforeId, int rows) {
        return list("application_id", application, before, beforeId, rows);
    }

    /// Lists only calls whose token was known.
    public List<FailedCall> list(MerchantId merchant, Instant before, String beforeId, int rows) {
        return list("merchant_id", merchant.value(), before, beforeId, rows);
    }

    private List<FailedCall> list(String whose, long id, Instant before, String beforeId, int rows) {
        return database.run(
                "failed calls",
                handle -> handle.createQuery(LIST)
                        .define("whose", whose)
                        .bind("id", id)
                        .bind("before", before.atOffset(ZoneOffset.UTC))
                        .bind("beforeId", beforeId)
                        .bind("rows", rows)
                        .mapTo(FailedCall.class)
                        .list());
    }

    public Optional<FailedCall> find(String requestId) {
        return Records.find(database, "failed call", FailedCall.class, FIND, requestId);
    }
}
