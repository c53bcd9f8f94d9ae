package stockroom.catalog.detail;

import com.github.benmanes.caffeine.cache.Cache;
import com.github.benmanes.caffeine.cache.Caffeine;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.IntStream;
import stockroom.auth.Caller;
import stockroom.auth.MerchantId;
import stockroom.auth.OwnLimits;
import stockroom.database.BatchedRead;
import stockroom.database.Columns;
import stockroom.database.Database;
import stockroom.database.Query;
import stockroom.limits.Limits;
import stockroom.limits.RateLimitHeaders;

/// Delivers product details and counts each in the same transaction.
final class DetailStore {
    static final String OWNER = "SELECT merchant_id FROM product_owner WHERE product_id = :product";

    static final String STORE = "SELECT store_id FROM account WHERE merchant_id = ? AND account_id = ?";

    static final String FETCH = """
            SELECT * FROM fetch_product(
                p_merchant => ?, p_account => ?, p_owner => ?, p_product => ?,
                p_per_day => ?, p_per_store => ?, p_window_months => ?,
                p_grace_millis => ?, p_due_from => ?, p_zone => ?)
            """;

    private static final int MAX_OWNERS = 100_000;
    private static final int MAX_ACCOUNTS = 100_000;
    private static final Duration STORE_KNOWN_FOR = Duration.ofMinutes(1);

    private final Database database;
    private final Limits limits;
    /// The owners of other merchants' products. An owner never changes.
    private final Cache<Integer, MerchantId> owners =
            Caffeine.newBuilder().maximumSize(MAX_OWNERS).build();

    private final BatchedRead<Account, Long> storeReads;
    private final Cache<Account, Long> stores = Caffeine.newBuilder()
            .maximumSize(MAX_ACCOUNTS)
            .expireAfterWrite(STORE_KNOWN_FOR)
            .build();

    DetailStore(Database database, Limits limits) {
        this.database = database;
        this.limits = limits;
        this.storeReads = database.batcher(
                "bound store",
                STORE,
                account -> account.merchant.value(),
                (parameters, account) ->
                        parameters.next(account.merchant.value()).next(account.id),
                rows -> {
                    rows.next();
                    return rows.getLong(1);
                });
    }

    private record Account(MerchantId merchant, long id) {}

    /// The counts include this request.
    record Usage(int fetchedToday, Duration toMidnight, int storeProducts) {
        Map<String, String> headers(OwnLimits own) {
            return RateLimitHeaders.productDetail(own, fetchedToday, toMidnight, storeProducts);
        }
    }

    sealed interface Fetched {
        record Delivered(ProductDetail detail, Usage usage) implements Fetched {}

        record Unknown(int fetchedToday, Duration toMidnight) implements Fetched {}

        record DayUsedUp(Duration toMidnight) implements Fetched {}

        record Unpublished(int due, int withResult, List<Integer> owing, Usage usage) implements Fetched {}

        record StoreFull(Usage usage) implements Fetched {}
    }

    /// The bound store as of the last minute is enough to queue for it: `fetch_product` reads it again.
    long storeOf(MerchantId merchant, long account) {
        var key = new Account(merchant, account);
        var known = stores.getIfPresent(key);
        if (known != null) {
            return known;
        }
        long store = storeReads.read(key);
        stores.put(key, store);
        return store;
    }

    /// Looks the owner up last: on a cluster that asks another node, which may be down.
    Fetched fetch(Caller caller, int product) {
        var known = owners.getIfPresent(product);
        if (known != null) {
            return fetch(caller, known, product);
        }
        var own = fetch(caller, caller.merchant(), product);
        return own instanceof Fetched.Unknown
                ? ownerOf(caller, product)
                        .filter(owner -> !owner.equals(caller.merchant()))
                        .map(owner -> fetch(caller, owner, product))
                        .orElse(own)
                : own;
    }

    private Fetched fetch(Caller caller, MerchantId owner, int product) {
        return database.of(caller.merchant().value())
                .run(
                        "fetch product",
                        handle -> new Query(handle, FETCH)
                                .with(caller.merchant().value(), caller.account(), owner.value(), product)
                                .with(Limits.fetchesPerDay(caller.limits()), Limits.productsPerStore(caller.limits()))
                                .with(
                                        Limits.WINDOW_MONTHS,
                                        limits.publishGrace().toMillis(),
                                        Limits.DUE_FROM)
                                .with(limits.dayZone().getId())
                                .readOne(DetailStore::fetched));
    }

    private Optional<MerchantId> ownerOf(Caller caller, int product) {
        var owner = database.of(caller.merchant().value())
                .run(
                        "product owner",
                        handle -> handle.createQuery(OWNER)
                                .bind("product", product)
                                .mapTo(Long.class)
                                .map(MerchantId::new)
                                .findOne());
        owner.ifPresent(found -> owners.put(product, found));
        return owner;
    }

    private static Fetched fetched(ResultSet row) throws SQLException {
        var usage = new Usage(
                row.getInt("fetched_today"),
                Duration.ofMillis(row.getLong("millis_to_midnight")),
                row.getInt("store_products"));
        var outcome = row.getString("outcome");
        return switch (outcome) {
            case "delivered" -> new Fetched.Delivered(detail(row), usage);
            case "unknown" -> new Fetched.Unknown(usage.fetchedToday(), usage.toMidnight());
            case "day_used_up" -> new Fetched.DayUsedUp(usage.toMidnight());
            case "unpublished" ->
                new Fetched.Unpublished(
                        row.getInt("due"), row.getInt("due_with_result"), Columns.numbers(row, "owing"), usage);
            case "store_full" -> new Fetched.StoreFull(usage);
            default -> throw new IllegalStateException(outcome);
        };
    }

    private static ProductDetail detail(ResultSet row) throws SQLException {
        var images = Columns.texts(row, "images");
        var price = row.getBigDecimal("price");
        var storeUrl = row.getString("store_url");
        return new ProductDetail(
                row.getString("category_ids"),
                row.getString("category_names"),
                row.getString("description"),
                images,
                price,
                "%s/%s/%s".formatted(storeUrl, row.getString("art_no"), price.toPlainString()),
                images.getFirst(),
                row.getString("attributes"),
                skus(row),
                storeUrl,
                row.getString("store_name"),
                row.getString("title"),
                row.getString("video"));
    }

    private static List<ProductDetail.Sku> skus(ResultSet row) throws SQLException {
        var colours = Columns.texts(row, "sku_colours");
        var images = Columns.texts(row, "sku_images");
        var sizes = Columns.texts(row, "sku_sizes");
        var quantities = Columns.texts(row, "sku_quantities");
        return IntStream.range(0, colours.size())
                .mapToObj(i -> new ProductDetail.Sku(colours.get(i), sizes.get(i), quantities.get(i), images.get(i)))
                .toList();
    }
}
