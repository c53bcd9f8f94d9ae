package stockroom.bench.measure;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.BiFunction;
import java.util.function.Function;
import java.util.function.IntFunction;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import stockroom.bench.load.RequestKey;
import stockroom.bench.load.Requests;
import stockroom.bench.load.StockPayload;
import stockroom.bench.load.StockPayload.Changes;
import stockroom.bench.postgres.BareStatement;
import stockroom.bench.process.Sleep;
import stockroom.bench.server.Installation;

/// The workloads on a database of many merchants.
final class Workloads {
    static final StockPayload ONE_ENTRY = new StockPayload(1, 1, Changes.ALL);
    private static final Map<String, String> FIRST_PAGE = Map.of("skip", "0", "size", "20");
    /// Enough to keep the cores busy, and few enough for each of pgbench's new connections to get past the five calls
    /// after which PostgreSQL settles for a plan, as the server's have long done.
    private static final int FULL_CONNECTIONS = 8;
    private static final int MIN_ACCOUNTS_OF_THE_MIX = 4_096;
    private static final int ACCOUNTS_TOO_SOON = 16;
    static final long TURN_MILLIS = 2_100;
    private static final AtomicInteger TURNS = new AtomicInteger();

    private final Installation installation;
    private final Plan plan;

    Workloads(Installation installation, Plan plan) {
        this.installation = installation;
        this.plan = plan;
    }

    Workload stockList() {
        return stockList(
                "stock-list", "stock list", installation.keys(plan.callers().keys()));
    }

    Workload stockList(String name, String title, List<RequestKey> keys) {
        return new Workload(
                name,
                title,
                installation,
                () -> each(keys, Requests::stockList),
                List.of(BareStatement.ofRandom("stock-list", keys, Map.of())));
    }

    /// Of merchants that have a full page.
    Workload productList() {
        var keys = keysOf("""
                SELECT merchant_id, 0 FROM product_block
                GROUP BY merchant_id HAVING sum(total) >= 20 ORDER BY hashint8(merchant_id) LIMIT %d
                """.formatted(plan.callers().keys()));
        return new Workload(
                "product-list",
                "product list, first page",
                installation,
                () -> each(keys, (requests, key) -> requests.productList(key, "page=1")),
                List.of(BareStatement.ofRandom("product-list", keys, FIRST_PAGE)));
    }

    /// The accounts' days begin anew before each run, since each may fetch 300 times a day.
    Workload productDetail() {
        var keys = installation.keys(plan.callers().keys());
        return new Workload(
                        "product-detail",
                        "product detail",
                        installation,
                        () -> each(keys, Requests::productDetail),
                        List.of(BareStatement.ofRandom("product-detail", keys, Map.of())))
                .after(() -> {
                    installation.postgres().execute(installation.database(), "UPDATE daily_fetches SET fetches = 0");
                    installation.settle("VACUUM daily_fetches, fetched_product, bound_store");
                });
    }

    CreateWorkload createOne() {
        var name = "create-stock-1";
        return new CreateWorkload(
                name,
                plan.callers().accounts(),
                installation.keys(),
                keys -> create(name, "create stock, 1 entry", keys, ONE_ENTRY));
    }

    CreateWorkload createFull() {
        return createFull("create-stock-2700", "create stock, 2,700 entries", Changes.ALL);
    }

    /// Most is sent as it was, as programs do that send everything every time.
    CreateWorkload createFullOfUnchangedColours() {
        return createFull("create-stock-2700-colours", "the same, 90 % of colours unchanged", Changes.TENTH_OF_COLOURS);
    }

    CreateWorkload createFullOfUnchangedEntries() {
        return createFull("create-stock-2700-entries", "the same, 90 % of entries unchanged", Changes.TENTH_OF_ENTRIES);
    }

    CreateWorkload createFullUnchanged() {
        return createFull("create-stock-2700-unchanged", "the same, nothing changed", Changes.NOTHING);
    }

    /// Of one product without stock of each merchant that has such: a product may have 300 colours.
    private CreateWorkload createFull(String name, String title, Changes changes) {
        var keysWithoutStock = keysOf("""
                SELECT DISTINCT ON (merchant_id) merchant_id, product_id FROM product
                WHERE NOT has_stock ORDER BY merchant_id, product_id
                """);
        return new CreateWorkload(
                name,
                plan.callers().fullAccounts(),
                keysWithoutStock,
                keys -> create(name, title, keys, new StockPayload(300, 9, changes))
                        .on(FULL_CONNECTIONS));
    }

    private Workload create(String name, String title, List<RequestKey> keys, StockPayload payload) {
        return new Workload(
                        name,
                        title,
                        installation,
                        () -> twice(turn -> each(keys, (requests, key) -> requests.createStock(key, payload, turn))),
                        List.of(BareStatement.inTurn(
                                "create-stock", keys, payload.variables(installation.application()))))
                .inTurnsOf(keys.size())
                .after(this::freshTurns);
    }

    /// Nine stock lists to each create of one entry.
    ///
    /// @param maxRate of stock lists alone, in requests a second: a mix is no quicker
    Workload mix(double maxRate, int accounts) {
        var read = installation.keys(plan.callers().keys());
        var written = installation.keys(AccountSizing.enough(maxRate / 10, MIN_ACCOUNTS_OF_THE_MIX, accounts));
        return new Workload(
                        "mix",
                        "9 stock lists, 1 create",
                        installation,
                        () -> twice(turn -> mixed(read, written, turn)),
                        List.of(
                                BareStatement.ofRandom("stock-list", read, Map.of())
                                        .weighing(9),
                                BareStatement.inTurn(
                                        "create-stock", written, ONE_ENTRY.variables(installation.application()))))
                .inTurnsOf(written.size())
                .after(this::freshTurns);
    }

    /// What an account sends differs from what it sent last, in this run and before.
    private static List<byte[]> twice(IntFunction<List<byte[]>> requestsOfTurn) {
        int turn = TURNS.addAndGet(2);
        return Stream.of(turn, turn + 1)
                .flatMap(each -> requestsOfTurn.apply(each).stream())
                .toList();
    }

    private List<byte[]> mixed(List<RequestKey> read, List<RequestKey> written, int turn) {
        var requests = installation.requests();
        var all = new ArrayList<byte[]>();
        for (int i = 0; i < written.size(); i++) {
            for (int j = 0; j < 9; j++) {
                all.add(requests.stockList(read.get((i * 9 + j) % read.size())));
            }
            all.add(requests.createStock(written.get(i), ONE_ENTRY, turn));
        }
        return all;
    }

    /// Two seconds after whatever was before, with its dead rows cleared away and its pages written.
    private void freshTurns() {
        long begun = System.nanoTime();
        installation.settle("VACUUM");
        Sleep.millis(Math.max(0, TURN_MILLIS - (System.nanoTime() - begun) / 1_000_000));
    }

    /// A stock list that is served, and two floods that are refused.
    List<Workload> refusals() {
        var keys = installation.keys(plan.callers().keys());
        var hasty = installation.keys(ACCOUNTS_TOO_SOON);
        return List.of(
                new Workload(
                        "served-beside-refused",
                        "stock list, served",
                        installation,
                        () -> each(keys, Requests::stockList),
                        List.of()),
                new Workload(
                                "refused-bad-sign",
                                "refused: bad sign",
                                installation,
                                () -> each(
                                        Requests.wronglySignedBy(installation.application()),
                                        keys,
                                        Requests::stockList),
                                List.of())
                        .refusedWith(400),
                new Workload(
                                "refused-too-soon",
                                "refused: create too soon",
                                installation,
                                () -> each(hasty, (requests, key) -> requests.createStock(key, ONE_ENTRY, 0)),
                                List.of())
                        .refusedWith(429)
                        .inTurnsOf(hasty.size()));
    }

    /// Products of all sizes of merchants, each as likely as any other.
    List<RequestKey> anyProducts(int max) {
        return keysOf("SELECT merchant_id, product_id FROM product WHERE has_stock ORDER BY hashint4(product_id) LIMIT "
                + max);
    }

    /// Merchants and products, with the token of each.
    private List<RequestKey> keysOf(String sql) {
        var byMerchant =
                installation.keys().stream().collect(Collectors.toMap(RequestKey::merchant, Function.identity()));
        return installation
                .postgres()
                .all(installation.database(), sql, row -> new RequestKey(row.getLong(1), 0, "", row.getInt(2)))
                .stream()
                .flatMap(found -> Optional.ofNullable(byMerchant.get(found.merchant())).stream()
                        .map(known ->
                                new RequestKey(known.merchant(), known.account(), known.token(), found.product())))
                .toList();
    }

    private List<byte[]> each(List<RequestKey> keys, BiFunction<Requests, RequestKey, byte[]> request) {
        return each(installation.requests(), keys, request);
    }

    private static List<byte[]> each(
            Requests requests, List<RequestKey> keys, BiFunction<Requests, RequestKey, byte[]> request) {
        return keys.stream().map(key -> request.apply(requests, key)).toList();
    }
}
