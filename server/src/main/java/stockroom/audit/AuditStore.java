package stockroom.audit;

import java.time.Instant;
import java.util.Optional;
import org.jdbi.v3.core.Handle;
import org.jdbi.v3.core.mapper.Nested;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import stockroom.auth.MerchantId;
import stockroom.database.Database;
import stockroom.database.paging.Page;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/// Records every change in its transaction and never alters an entry. [AuditReadStore] records reads.
public final class AuditStore {
    private static final Logger LOG = LoggerFactory.getLogger("stockroom.audit");
    /// A longer `before` or `after`, such as that of an import, is left out of the log line.
    private static final int MAX_LOGGED = 4_000;

    private static final String WRITE = """
            INSERT INTO audit_entry (operator, key_id, person_id, address, request_id, action, subject, merchant_id,
                                     before, after)
            VALUES (:operator, :key, :person, :address, :request, :action, :subject, :merchant,
                    :before::jsonb, :after::jsonb)
            """;

    /// A page also ends at a number of bytes, since a few entries of large imports would fill the memory.
    private static final String LIST = """
            SELECT audit_id, at, operator, key_id AS operator_key_id, person_id, address, request_id, action, subject,
                   merchant_id, before::text, after::text, rows > number AS more
            FROM (SELECT e.*, row_number() OVER newest AS number, count(*) OVER () AS rows,
                         sum(coalesce(octet_length(e.before::text), 0) + coalesce(octet_length(e.after::text), 0))
                             OVER newest AS bytes
                  FROM (SELECT * FROM audit_entry
                        WHERE audit_id < :after <merchant> <subject> <operator>
                        ORDER BY audit_id DESC LIMIT :rows) e
                  WINDOW newest AS (ORDER BY e.audit_id DESC)) page
            WHERE bytes <= :maxBytes OR number = 1
            ORDER BY audit_id DESC
            """;

    private static final int MAX_BYTES = 4 << 20;

    private static final JsonMapper JSON = JsonMapper.shared();

    private final Database database;

    public AuditStore(Database database) {
        this.database = database;
    }

    public record Change(
            long auditId,
            Instant at,
            String operator,
            @Nullable Long operatorKeyId,
            @Nullable Long personId,
            @Nullable String address,
            String action,
            String subject,
            @Nullable Long merchantId,
            @Nullable String requestId,
            @Nullable JsonNode before,
            @Nullable JsonNode after) {}

    private record Row(@Nested Change change, boolean more) {}

    /// `merchant` owns what was changed, or is null if no single merchant does.
    public record Subject(String name, @Nullable MerchantId merchant) {
        public static Subject of(String kind, Object id) {
            return new Subject(kind + " " + id, null);
        }

        public static Subject of(MerchantId merchant) {
            return new Subject("merchant " + merchant.value(), merchant);
        }

        public static Subject of(String kind, Object id, MerchantId merchant) {
            return new Subject(kind + " " + id, merchant);
        }

        @Nullable
        Long merchantId() {
            return merchant == null ? null : merchant.value();
        }
    }

    public record Filter(Optional<Long> merchant, Optional<String> subject, Optional<String> operator) {}

    /// Also logs the change, because a database restored from a backup has lost what was changed since.
    /// `before` is null for something new, `after` for something deleted. Neither may hold a secret.
    public static void write(
            Handle handle,
            Operator by,
            String action,
            Subject subject,
            @Nullable Object before,
            @Nullable Object after) {
        var beforeJson = before == null ? null : JSON.writeValueAsString(before);
        var afterJson = after == null ? null : JSON.writeValueAsString(after);
        handle.createUpdate(WRITE)
                .bind("operator", by.name())
                .bind("key", by.keyId())
                .bind("person", by.personId())
                .bind("address", by.address())
                .bind("request", by.requestId())
                .bind("action", action)
                .bind("subject", subject.name())
                .bind("merchant", subject.merchantId())
                .bind("before", beforeJson)
                .bind("after", afterJson)
                .execute();
        // commands run on the server's machine are not part of a server's log
        if (by.requestId() != null) {
            log("changed", by, action, subject, beforeJson, afterJson);
        }
    }

    /// Logs before the commit, whose result may be lost: an extra line does less harm than a missing one.
    static void log(
            String message,
            Operator by,
            String action,
            Subject subject,
            @Nullable String before,
            @Nullable String after) {
        LOG.atInfo()
                .addKeyValue("requestId", by.requestId())
                .addKeyValue("operator", by.name())
                .addKeyValue("person", by.personId())
                .addKeyValue("address", by.address())
                .addKeyValue("merchant", subject.merchantId())
                .addKeyValue("action", action)
                .addKeyValue("subject", subject.name())
                .addKeyValue("before", logged(before))
                .addKeyValue("after", logged(after))
                .log(message);
    }

    private static @Nullable JsonNode logged(@Nullable String text) {
        return text == null || text.length() > MAX_LOGGED ? null : JSON.readTree(text);
    }

    public Page<Change> list(Page.Wanted wanted, Filter filter) {
        var rows = database.run("audit", handle -> {
            var query = handle.createQuery(LIST)
                    .define("merchant", filter.merchant.isPresent() ? "AND merchant_id = :merchant" : "")
                    .define("subject", filter.subject.isPresent() ? "AND subject = :subject" : "")
                    .define("operator", filter.operator.isPresent() ? "AND operator = :operator" : "")
                    .bind("after", wanted.afterNumber(Long.MAX_VALUE))
                    .bind("maxBytes", MAX_BYTES)
                    .bind("rows", wanted.rows());
            filter.merchant.ifPresent(id -> query.bind("merchant", id));
            filter.subject.ifPresent(name -> query.bind("subject", name));
            filter.operator.ifPresent(name -> query.bind("operator", name));
            return query.registerColumnMapper(JsonNode.class, (row, column, _) -> json(row.getString(column)))
                    .mapTo(Row.class)
                    .map(row -> new Page.Sized<>(row.change, row.more))
                    .list();
        });
        return Page.ofSized(rows, wanted, change -> Page.cursor(change.auditId()));
    }

    private static @Nullable JsonNode json(@Nullable String text) {
        return text == null ? null : JSON.readTree(text);
    }
}
