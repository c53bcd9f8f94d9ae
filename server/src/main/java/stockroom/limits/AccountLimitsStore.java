package stockroom.limits;

import com.fasterxml.jackson.annotation.JsonFormat;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Instant;
import java.util.List;
import stockroom.auth.MerchantId;
import stockroom.auth.OwnLimits;
import stockroom.database.Columns;
import stockroom.database.Database;

/// Computes limits as `create_stock` and `fetch_product` do, without locks.
public final class AccountLimitsStore {
    static final String TIME = "yyyy-MM-dd'T'HH:mm:ss.SSS'Z'";

    private static final String STANDING = """
            SELECT ceil(greatest(0, :intervalMillis - extract(epoch FROM now() - t.admitted_at) * 1000)) AS next_turn,
                   coalesce(d.fetches, 0) AS fetched_today,
                   (greatest(d.day, (now() AT TIME ZONE :zone)::date) + 1)::timestamp AT TIME ZONE :zone AS resets_at,
                   f.products, f.due, f.reported, f.owing
            FROM account a
            LEFT JOIN create_turn t
                 ON t.merchant_id = a.merchant_id AND t.account_id = a.account_id AND t.application_id = :application
                AND t.admitted_at > '-infinity'
            LEFT JOIN daily_fetches d
                 ON d.merchant_id = a.merchant_id AND d.account_id = a.account_id
                AND d.day >= (now() AT TIME ZONE :zone)::date
            CROSS JOIN LATERAL (
                SELECT count(*) AS products,
                       count(*) FILTER (WHERE p.is_due) AS due,
                       count(*) FILTER (WHERE p.is_due AND p.result_at IS NOT NULL) AS reported,
                       coalesce(array_agg(p.product_id ORDER BY p.first_fetched_at, p.product_id)
                           FILTER (WHERE p.is_due AND p.result_at IS NULL), '{}') AS owing
                FROM (SELECT product_id, first_fetched_at, result_at,
                             first_fetched_at < now() - make_interval(secs => :graceSeconds) AS is_due
                      FROM fetched_product
                      WHERE merchant_id = :merchant AND store_id = a.store_id
                        AND last_fetched_at
                            > ((now() AT TIME ZONE :zone) - make_interval(months => :months)) AT TIME ZONE :zone) p) f
            WHERE a.merchant_id = :merchant AND a.account_id = :account
            """;

    private final Database database;
    private final Limits limits;

    public AccountLimitsStore(Database database, Limits limits) {
        this.database = database;
        this.limits = limits;
    }

    public record CreateStock(long intervalMs, long nextTurnMs) {}

    public record Details(
            int limit,
            int used,

            @JsonFormat(pattern = TIME, timezone = "UTC") Instant resetsAt) {}

    public record Store(int limit, int used) {}

    /// `needed` is how many due products must have a result. `owing` lists those without one, oldest first.
    public record Publish(int due, int reported, int needed, List<Integer> owing) {}

    public record Standing(CreateStock createStock, Details details, Store store, Publish publish) {}

    public Standing of(MerchantId merchant, long account, long application, OwnLimits own) {
        return database.of(merchant.value())
                .run(
                        "account limits",
                        handle -> handle.createQuery(STANDING)
                                .bind("merchant", merchant.value())
                                .bind("account", account)
                                .bind("application", application)
                                .bind("intervalMillis", Limits.CREATE_INTERVAL.toMillis())
                                .bind("zone", limits.dayZone().getId())
                                .bind("graceSeconds", limits.publishGrace().toMillis() / 1000.0)
                                .bind("months", Limits.WINDOW_MONTHS)
                                .map((row, _) -> standing(row, own))
                                .one());
    }

    private static Standing standing(ResultSet row, OwnLimits own) throws SQLException {
        int due = row.getInt("due");
        return new Standing(
                new CreateStock(Limits.CREATE_INTERVAL.toMillis(), row.getLong("next_turn")),
                new Details(Limits.fetchesPerDay(own), row.getInt("fetched_today"), Columns.time(row, "resets_at")),
                new Store(Limits.productsPerStore(own), row.getInt("products")),
                new Publish(due, row.getInt("reported"), Limits.resultsNeeded(due), Columns.numbers(row, "owing")));
    }
}
