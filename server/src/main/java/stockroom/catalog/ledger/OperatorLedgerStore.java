package stockroom.catalog.ledger;

import com.fasterxml.jackson.annotation.JsonUnwrapped;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.jdbi.v3.core.Handle;
import org.jdbi.v3.core.statement.Query;
import org.jspecify.annotations.Nullable;
import stockroom.auth.MerchantId;
import stockroom.database.Columns;
import stockroom.database.Database;
import stockroom.database.paging.Page;
import stockroom.limits.Limits;

/// Reads the ledger for operators, who also see operators' names and the bar codes of deleted entries.
public final class OperatorLedgerStore {
    /// Bounds the pushes that one call reads to find those of an application.
    private static final int MAX_ROWS = 10_000;

    private static final String OF_MERCHANT = """
            SELECT push, at FROM stock_push WHERE merchant_id = :merchant AND push < :before
            ORDER BY push DESC LIMIT :scanned
            """;

    private static final String OF_PRODUCT = """
            SELECT push, at FROM stock_change WHERE merchant_id = :merchant AND product_id = :product AND push < :before
            ORDER BY push DESC LIMIT :scanned
            """;

    private static final String OF_NUMBER =
            "SELECT push, at FROM stock_push WHERE merchant_id = :merchant AND push = :push";

    private static final String LIST = """
            SELECT p.push, p.at, p.kind, p.operator, p.application_id, a.name AS application, u.name AS account,
                   p.request_id, p.reference, p.products, p.entries
            FROM (SELECT s.* FROM (<scan>) r
                  CROSS JOIN LATERAL (SELECT n.push, n.at, n.kind, n.operator, n.application_id, n.account_id,
                                             n.request_id, n.reference, cardinality(n.products) AS products, n.entries
                                      FROM stock_push n
                                      WHERE n.merchant_id = :merchant AND n.push = r.push AND n.at = r.at
                                      OFFSET 0) s
                  <only>
                  ORDER BY s.push DESC LIMIT :rows) p
            LEFT JOIN application a ON a.application_id = p.application_id
            LEFT JOIN account u ON u.merchant_id = :merchant AND u.account_id = p.account_id
            ORDER BY p.push DESC
            """;

    /// Finds the last push that [#LIST] read, if it reached the bound.
    private static final String END = "SELECT r.push FROM (<scan>) r ORDER BY r.push DESC OFFSET :last";

    private static final String NUMBER =
            "SELECT coalesce(max(last), 0) + 1 FROM push_counter WHERE merchant_id = :merchant";

    private static final String CHANGES = """
            SELECT c.product_id, c.colours, c.colour_nos, c.sizes, c.before, c.after, c.bar_codes
            FROM (SELECT n.push, n.at, n.products FROM stock_push n
                  WHERE n.merchant_id = :merchant AND n.push = :push) p
            CROSS JOIN LATERAL unnest(p.products) AS t (product_id)
            CROSS JOIN LATERAL (SELECT h.product_id, h.colours, h.colour_nos, h.sizes, h.before, h.after, h.bar_codes
                                FROM stock_change h
                                WHERE h.merchant_id = :merchant AND h.product_id = t.product_id AND h.push = p.push
                                  AND h.at = p.at
                                OFFSET 0) c
            ORDER BY c.product_id
            """;

    private static final String HISTORY = """
            SELECT p.push, p.at, p.kind, p.operator, p.application_id, a.name AS application, u.name AS account,
                   p.request_id, p.reference, p.products, p.entries, c.product_id, c.colours, c.colour_nos, c.sizes,
                   c.before, c.after, c.bar_codes, c.matched > c.number AS more
            FROM (SELECT n.*, row_number() OVER newest AS number, count(*) OVER () AS matched,
                         sum(n.entries) OVER newest AS entries_so_far
                  FROM (SELECT push, at, product_id, entries, colours, colour_nos, sizes, before, after, bar_codes
                        FROM stock_change
                        WHERE merchant_id = :merchant AND product_id = :product AND push < :before
                        ORDER BY push DESC LIMIT :rows) n
                  WINDOW newest AS (ORDER BY n.push DESC)) c
            CROSS JOIN LATERAL (SELECT s.push, s.at, s.kind, s.operator, s.application_id, s.account_id, s.request_id,
                                       s.reference, cardinality(s.products) AS products, s.entries
                                FROM stock_push s
                                WHERE s.merchant_id = :merchant AND s.push = c.push AND s.at = c.at
                                OFFSET 0) p
            LEFT JOIN application a ON a.application_id = p.application_id
            LEFT JOIN account u ON u.merchant_id = :merchant AND u.account_id = p.account_id
            WHERE c.entries_so_far <= :entries OR c.number = 1
            ORDER BY p.push DESC
            """;

    private final Database database;

    public OperatorLedgerStore(Database database) {
        this.database = database;
    }

    /// `operator` is null for a push by an application, or if the operator is unknown.
    public record PushSummary(
            long push,
            Instant at,
            String kind,
            String by,
            @Nullable String operator,
            @Nullable String appid,
            @Nullable String application,
            @Nullable String account,
            @Nullable String requestId,
            @Nullable String reference,
            int products,
            int entries) {}

    public record PushWithChanges(@JsonUnwrapped PushSummary summary, List<Change> changes) {}

    /// `before` is null for a new entry, `stock` for a deleted one. Only deleted entries have a `barCode`.
    public record Change(
            int productId,
            String color,
            int size,
            @Nullable Integer before,
            @Nullable Integer stock,
            @Nullable String barCode) {}

    public record Filter(Optional<Long> product, Optional<Long> application) {}

    /// With an application as filter, a page may be short or empty and still have a next one.
    public Page<PushSummary> list(MerchantId merchant, Filter filter, Page.Wanted wanted) {
        long after = wanted.afterNumber(0);
        return database.of(merchant.value()).run("operator pushes", handle -> {
            // Starting at a fixed push keeps new ones from shifting the page.
            long before = after == 0 ? nextNumber(handle, merchant) : after;
            var query = scan(handle, LIST, merchant, filter.product, before)
                    .define("only", filter.application.isPresent() ? "WHERE s.application_id = :application" : "")
                    .bind("scanned", filter.application.isPresent() ? MAX_ROWS : wanted.rows())
                    .bind("rows", wanted.rows());
            filter.application.ifPresent(application -> query.bind("application", application));
            var rows = query.map((row, _) -> summary(row)).list();
            var page = Page.of(rows, wanted, push -> Page.cursor(push.push));
            if (page.next() != null || filter.application.isEmpty()) {
                return page;
            }
            // Pushes of other applications count towards the bound too.
            var end = scan(handle, END, merchant, filter.product, before)
                    .bind("scanned", MAX_ROWS)
                    .bind("last", MAX_ROWS - 1)
                    .mapTo(Long.class)
                    .findOne();
            return new Page<>(rows, end.map(push -> Page.cursor(push)).orElse(null));
        });
    }

    /// A page also ends at the maximum number of changes in a response.
    public Page<PushWithChanges> listWithChanges(MerchantId merchant, Filter filter, Page.Wanted wanted) {
        var page = list(merchant, filter, wanted);
        return database.of(merchant.value()).run("operator pushes with changes", handle -> {
            var pushes = new ArrayList<PushWithChanges>();
            int entries = 0;
            for (var push : page.items()) {
                entries += push.entries;
                if (entries > Limits.ENTRIES_PER_REQUEST && !pushes.isEmpty()) {
                    return new Page<>(pushes, Page.cursor(pushes.getLast().summary.push));
                }
                pushes.add(new PushWithChanges(push, changes(handle, merchant, push.push)));
            }
            return new Page<>(pushes, page.next());
        });
    }

    private static Query scan(Handle handle, String sql, MerchantId merchant, Optional<Long> product, long before) {
        var query = handle.createQuery(sql)
                .define("scan", product.isPresent() ? OF_PRODUCT : OF_MERCHANT)
                .bind("merchant", merchant.value())
                .bind("before", before);
        product.ifPresent(id -> query.bind("product", id));
        return query;
    }

    private static long nextNumber(Handle handle, MerchantId merchant) {
        return handle.createQuery(NUMBER)
                .bind("merchant", merchant.value())
                .mapTo(Long.class)
                .one();
    }

    public Optional<PushWithChanges> find(MerchantId merchant, long push) {
        return database.of(merchant.value())
                .run(
                        "operator push",
                        handle -> find(handle, merchant, push)
                                .map(summary -> new PushWithChanges(summary, changes(handle, merchant, push))));
    }

    public static Optional<PushSummary> find(Handle handle, MerchantId merchant, long push) {
        return handle.createQuery(LIST)
                .define("scan", OF_NUMBER)
                .define("only", "")
                .bind("merchant", merchant.value())
                .bind("push", push)
                .bind("rows", 1)
                .map((row, _) -> summary(row))
                .findOne();
    }

    private static List<Change> changes(Handle handle, MerchantId merchant, long push) {
        var changes = new ArrayList<Change>();
        handle.createQuery(CHANGES)
                .bind("merchant", merchant.value())
                .bind("push", push)
                .map((row, _) -> changes(row))
                .forEach(changes::addAll);
        return changes;
    }

    public Page<PushWithChanges> history(MerchantId merchant, int product, Page.Wanted wanted) {
        long before = wanted.afterNumber(Long.MAX_VALUE);
        var rows = database.of(merchant.value())
                .run(
                        "operator history",
                        handle -> handle.createQuery(HISTORY)
                                .bind("merchant", merchant.value())
                                .bind("product", product)
                                .bind("before", before)
                                .bind("entries", Limits.ENTRIES_PER_REQUEST)
                                .bind("rows", wanted.rows())
                                .map((row, _) -> new Page.Sized<>(
                                        new PushWithChanges(summary(row), changes(row)), row.getBoolean("more")))
                                .list());
        return Page.ofSized(rows, wanted, push -> Page.cursor(push.summary.push));
    }

    public boolean hasHistory(MerchantId merchant, int product) {
        return database.of(merchant.value())
                .run("operator has history", handle -> LedgerStore.hasHistory(handle, merchant, product));
    }

    private static PushSummary summary(ResultSet row) throws SQLException {
        var appid = row.getObject("application_id", Long.class);
        return new PushSummary(
                row.getLong("push"),
                Columns.time(row, "at"),
                row.getString("kind"),
                appid == null ? "operator" : "application",
                row.getString("operator"),
                appid == null ? null : appid.toString(),
                row.getString("application"),
                row.getString("account"),
                row.getString("request_id"),
                row.getString("reference"),
                row.getInt("products"),
                row.getInt("entries"));
    }

    private static List<Change> changes(ResultSet row) throws SQLException {
        var array = row.getArray("bar_codes");
        var barCodes = array == null ? new String[0] : (String[]) array.getArray();
        var changes = new ArrayList<Change>();
        for (var change : LedgerStore.changes(row)) {
            int i = changes.size();
            changes.add(new Change(
                    change.productid(),
                    change.color(),
                    change.size(),
                    change.before(),
                    change.stock(),
                    i < barCodes.length ? barCodes[i] : null));
        }
        return changes;
    }
}
