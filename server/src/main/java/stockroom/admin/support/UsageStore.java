package stockroom.admin.support;

import java.time.Instant;
import java.util.List;
import stockroom.admin.merchants.AccountStore;
import stockroom.admin.merchants.LimitStore;
import stockroom.auth.MerchantId;
import stockroom.database.Database;
import stockroom.limits.AccountLimitsStore;
import stockroom.limits.Limits;

public final class UsageStore {
    private static final String TURNS = """
            SELECT t.application_id, t.admitted_at,
                   ceil(greatest(0, :intervalMillis - extract(epoch FROM clock_timestamp() - t.admitted_at) * 1000))
                       AS wait_millis
            FROM create_turn t
            WHERE t.merchant_id = :merchant AND t.account_id = :account AND t.application_id > 0
            ORDER BY t.application_id
            """;

    private final Database database;
    private final AccountLimitsStore standings;
    private final LimitStore ownLimits;

    public UsageStore(Database database, AccountLimitsStore standings, LimitStore ownLimits) {
        this.database = database;
        this.standings = standings;
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

    record PublishResults(int due, int reported, int needed, boolean blocked) {}

    record Usage(
            long merchantId,
            long accountId,
            AccountStore.Store store,
            CreateStock createStock,
            ProductDetails productDetail,
            PublishResults publishResults) {}

    Usage usage(MerchantId merchant, AccountStore.Account account) {
        long id = account.accountId();
        // 0 stands for no application, since the turns of all applications are read below
        var standing = standings.of(merchant, id, 0, ownLimits.of(merchant, id));
        var details = standing.details();
        var publish = standing.publish();
        return new Usage(
                merchant.value(),
                id,
                account.store(),
                new CreateStock(
                        Limits.GROUPS_PER_REQUEST,
                        Limits.ENTRIES_PER_REQUEST,
                        Limits.COLOURS_PER_PRODUCT,
                        Limits.ENTRIES_PER_PRODUCT,
                        Limits.CREATE_INTERVAL.toSeconds(),
                        turns(merchant, id)),
                new ProductDetails(
                        new Today(details.used(), details.limit(), details.resetsAt()),
                        new StoreProducts(
                                standing.store().used(), standing.store().limit(), Limits.WINDOW_MONTHS)),
                new PublishResults(
                        publish.due(), publish.reported(), publish.needed(), publish.reported() < publish.needed()));
    }

    private List<Turn> turns(MerchantId merchant, long account) {
        return database.of(merchant.value())
                .run(
                        "turns",
                        handle -> handle.createQuery(TURNS)
                                .bind("merchant", merchant.value())
                                .bind("account", account)
                                .bind("intervalMillis", Limits.CREATE_INTERVAL.toMillis())
                                .mapTo(Turn.class)
                                .list());
    }
}
