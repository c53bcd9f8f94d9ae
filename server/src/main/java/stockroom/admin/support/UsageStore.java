package stockroom.admin.support;

import java.time.Instant;
import java.util.List;
import org.jdbi.v3.core.Handle;
import stockroom.admin.merchants.AccountStore;
import stockroom.admin.merchants.LimitStore;
import stockroom.auth.MerchantId;
import stockroom.database.Columns;
import stockroom.database.Database;
import stockroom.limits.Limits;

/// What an account has used of every limit, reckoned as `create_stock` and `fetch_product` do.
public final class UsageStore {
    private static final String DETAILS = """
            WITH clock AS (SELECT clock_timestamp() AS now, clock_timestamp() AT TIME ZONE :zone AS local)
            SELECT ((greatest(d.day, clock.local::date) + 1)::timestamp AT TIME ZONE :zone) AS resets_at,
                   coalesce(d.fetches, 0) AS fetched_today,
                   count(f.product_id) AS store_products,
                   count(f.product_id) FILTER (WHERE f.first_fetched_at
                       < clock.now - make_interval(secs => :graceSeconds)) AS due,
                   count(f.product_id) FILTER (WHERE f.first_fetched_at
                       < clock.now - make_interval(secs => :graceSeconds) AND f.result_at IS NOT NULL) AS reported
            FROM clock
            LEFT JOIN daily_fetches d
                 ON d.merchant_id = :merchant AND d.account_id = :account AND d.day >= clock.local::date
            LEFT JOIN fetched_product f
                 ON f.merchant_id = :merchant AND f.store_id = :store
                AND f.last_fetched_at > (clock.local - make_interval(months => :months)) AT TIME ZONE :zone
            GROUP BY clock.now, clock.local, d.day, d.fetches
            """;

    private static final String TURNS = """
            SELECT t.application_id, t.admitted_at,
                   ceil(greatest(0, :intervalMillis - extract(epoch FROM clock_timestamp() - t.admitted_at) * 1000))
                       AS wait_millis
            FROM create_turn t WHERE t.merchant_id = :merchant AND t.account_id = :account
            ORDER BY t.application_id
            """;

    private final Database database;
    private final Limits limits;
    private final LimitStore ownLimits;

    public UsageStore(Database database, Limits limits, LimitStore ownLimits) {
        this.database = database;
        this.limits = limits;
        this.ownLimits = ownLimits;
    }

    record Turn(long applicationId, Instant admittedAt, long waitMillis) {}

    record CreateStock(
            int coloursPerRequest,
            int entriesPerRequest,
            int coloursPerProduct,
            int entriesPerProduct,
            long intervalSeconds,
            List<Turn> turns) {}

    record Today(int used, int limit, Instant resetsAt) {}

    record StoreProducts(int used, int limit, int months) {}

    record ProductDetails(Today today, StoreProducts store) {}

    /// @param needed how many of those due must have a result before details are delivered
    record PublishResults(int due, int reported, int needed, boolean blocked) {
        static PublishResults of(int due, int reported) {
            int needed = Limits.resultsNeeded(due);
            return new PublishResults(due, reported, needed, reported < needed);
        }
    }

    /// Everything, as the interface answers it.
    record Usage(
            long merchantId,
            long accountId,
            AccountStore.Store store,
            CreateStock createStock,
            ProductDetails productDetail,
            PublishResults publishResults) {}

    Usage usage(MerchantId merchant, AccountStore.Account account) {
        var own = ownLimits.of(merchant, account.accountId());
        return database.run(
                "usage",
                handle -> handle.createQuery(DETAILS)
                        .bind("merchant", merchant.value())
                        .bind("account", account.accountId())
                        .bind("store", account.store().storeId())
                        .bind("zone", limits.dayZone().getId())
                        .bind("graceSeconds", limits.publishGrace().toMillis() / 1000.0)
                        .bind("months", Limits.WINDOW_MONTHS)
                        .map((row, _) -> new Usage(
                                merchant.value(),
                                account.accountId(),
                                account.store(),
                                new CreateStock(
                                        Limits.GROUPS_PER_REQUEST,
                                        Limits.ENTRIES_PER_REQUEST,
                                        Limits.COLOURS_PER_PRODUCT,
                                        Limits.ENTRIES_PER_PRODUCT,
                                        Limits.CREATE_INTERVAL.toSeconds(),
                                        turns(handle, merchant, account.accountId())),
                                new ProductDetails(
                                        new Today(
                                                row.getInt("fetched_today"),
                                                Limits.fetchesPerDay(own),
                                                Columns.time(row, "resets_at")),
                                        new StoreProducts(
                                                row.getInt("store_products"),
                                                Limits.productsPerStore(own),
                                                Limits.WINDOW_MONTHS)),
                                PublishResults.of(row.getInt("due"), row.getInt("reported"))))
                        .one());
    }

    private static List<Turn> turns(Handle handle, MerchantId merchant, long account) {
        return handle.createQuery(TURNS)
                .bind("merchant", merchant.value())
                .bind("account", account)
                .bind("intervalMillis", Limits.CREATE_INTERVAL.toMillis())
                .mapTo(Turn.class)
                .list();
    }
}
