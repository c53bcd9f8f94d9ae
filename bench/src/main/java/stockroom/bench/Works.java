package stockroom.bench;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.BiFunction;
import java.util.function.Function;
import java.util.stream.Collectors;

/// The works on a database of many merchants.
final class Works {
    static final Order ONE_ENTRY = new Order(1, 1);
    static final Order FULL = new Order(300, 9);
    private static final Map<String, String> FIRST_PAGE = Map.of("skip", "0", "size", "20");
    /// Enough to keep the cores busy, and few enough for each of pgbench's new connections to get past the five calls
    /// after which PostgreSQL settles for a plan, as the server's have long done.
    private static final int FULL_CONNECTIONS = 8;
    private static final int ACCOUNTS_OF_THE_MIX = 4_096;
    private static final int ACCOUNTS_TOO_SOON = 16;
    private static final long TURN_MILLIS = 2_100;

    private final Service service;
    private final Postgres postgres;
    private final Plan plan;

    Works(Service service, Postgres postgres, Plan plan) {
        this.service = service;
        this.postgres = postgres;
        this.plan = plan;
    }

    Work stockList() {
        return stockList("stock-list", "stock list", service.keys(plan.keys()));
    }

    Work stockList(String name, String title, List<Key> keys) {
        return new Work(
                name,
                title,
                service,
                () -> each(keys, Requests::stockList),
                List.of(Bare.ofRandom("stock-list", keys, Map.of())));
    }

    /// Of merchants that have a full page.
    Work productList() {
        var keys = keysOf("""
                SELECT merchant_id, 0 FROM product_block
                GROUP BY merchant_id HAVING sum(total) >= 20 ORDER BY hashint8(merchant_id) LIMIT %d
                """.formatted(plan.keys()));
        return new Work(
                "product-list",
                "product list, first page",
                service,
                () -> each(keys, (requests, key) -> requests.productList(key, "page=1")),
                List.of(Bare.ofRandom("product-list", keys, FIRST_PAGE)));
    }

    /// The accounts' days begin anew before each run, since each may fetch 300 times a day.
    Work productDetail() {
        var keys = service.keys(plan.keys());
        return new Work(
                        "product-detail",
                        "product detail",
                        service,
                        () -> each(keys, Requests::productDetail),
                        List.of(Bare.ofRandom("product-detail", keys, Map.of())))
                .after(() -> postgres.execute(
                        service.database(),
                        "UPDATE daily_fetches SET fetches = 0",
                        "VACUUM daily_fetches, fetched_product, bound_store",
                        "CHECKPOINT"));
    }

    Work createOne() {
        return create("create-stock-1", "create stock, 1 entry", service.keys(plan.accounts()), ONE_ENTRY);
    }

    /// One product that has no colour yet of each merchant that has such: a product may have 300 colours.
    List<Key> keysWithoutColours() {
        var keys = keysOf("""
                SELECT DISTINCT ON (merchant_id) merchant_id, product_id FROM product p
                WHERE NOT has_stock AND NOT EXISTS (
                    SELECT FROM colour c WHERE c.merchant_id = p.merchant_id AND c.product_id = p.product_id)
                ORDER BY merchant_id, product_id
                """);
        if (keys.size() < plan.fullAccounts()) {
            throw new Failure("%d merchants have a product without colours (expected: at least %d)"
                    .formatted(keys.size(), plan.fullAccounts()));
        }
        return keys;
    }

    /// @param keys some of [#keysWithoutColours]
    Work createFull(List<Key> keys) {
        return create("create-stock-2700", "create stock, 2,700 entries", keys, FULL)
                .on(FULL_CONNECTIONS);
    }

    private Work create(String name, String title, List<Key> keys, Order order) {
        return new Work(
                        name,
                        title,
                        service,
                        () -> each(keys, (requests, key) -> requests.createStock(key, order)),
                        List.of(Bare.inTurn("create-stock", keys, order.variables(service.application()))))
                .inTurnsOf(keys.size())
                .after(this::freshTurns);
    }

    /// Nine stock lists to each create of one entry.
    Work mix() {
        var read = service.keys(plan.keys());
        var written = service.keys(Math.min(ACCOUNTS_OF_THE_MIX, plan.accounts()));
        return new Work(
                        "mix",
                        "9 stock lists, 1 create",
                        service,
                        () -> mixed(read, written),
                        List.of(
                                Bare.ofRandom("stock-list", read, Map.of()).weighing(9),
                                Bare.inTurn("create-stock", written, ONE_ENTRY.variables(service.application()))))
                .inTurnsOf(written.size())
                .after(this::freshTurns);
    }

    private List<byte[]> mixed(List<Key> read, List<Key> written) {
        var requests = service.requests();
        var all = new ArrayList<byte[]>();
        for (int i = 0; i < written.size(); i++) {
            for (int j = 0; j < 9; j++) {
                all.add(requests.stockList(read.get((i * 9 + j) % read.size())));
            }
            all.add(requests.createStock(written.get(i), ONE_ENTRY));
        }
        return all;
    }

    /// Two seconds after whatever was before, with its dead rows cleared away and its pages written.
    private void freshTurns() {
        long begun = System.nanoTime();
        postgres.execute(service.database(), "VACUUM stock_entry, create_turn", "CHECKPOINT");
        Pause.millis(Math.max(0, TURN_MILLIS - (System.nanoTime() - begun) / 1_000_000));
    }

    /// A stock list that is served, and two floods that are refused.
    List<Work> refusals() {
        var keys = service.keys(plan.keys());
        var hasty = service.keys(ACCOUNTS_TOO_SOON);
        return List.of(
                new Work(
                        "served-beside-refused",
                        "stock list, served",
                        service,
                        () -> each(keys, Requests::stockList),
                        List.of()),
                new Work(
                                "refused-bad-sign",
                                "refused: bad sign",
                                service,
                                () -> each(Requests.wronglySignedBy(service.application()), keys, Requests::stockList),
                                List.of())
                        .refusedWith(400),
                new Work(
                                "refused-too-soon",
                                "refused: create too soon",
                                service,
                                () -> each(hasty, (requests, key) -> requests.createStock(key, ONE_ENTRY)),
                                List.of())
                        .refusedWith(429)
                        .inTurnsOf(hasty.size()));
    }

    /// Products of all sizes of merchants, each as likely as any other.
    List<Key> anyProducts(int most) {
        return keysOf("SELECT merchant_id, product_id FROM product WHERE has_stock ORDER BY hashint4(product_id) LIMIT "
                + most);
    }

    /// Merchants and products, with the token of each.
    private List<Key> keysOf(String sql) {
        var byMerchant = service.keys().stream().collect(Collectors.toMap(Key::merchant, Function.identity()));
        return postgres.all(service.database(), sql, row -> new Key(row.getLong(1), 0, "", row.getInt(2))).stream()
                .flatMap(found -> Optional.ofNullable(byMerchant.get(found.merchant())).stream()
                        .map(known -> new Key(known.merchant(), known.account(), known.token(), found.product())))
                .toList();
    }

    private List<byte[]> each(List<Key> keys, BiFunction<Requests, Key, byte[]> request) {
        return each(service.requests(), keys, request);
    }

    private static List<byte[]> each(Requests requests, List<Key> keys, BiFunction<Requests, Key, byte[]> request) {
        return keys.stream().map(key -> request.apply(requests, key)).toList();
    }
}
