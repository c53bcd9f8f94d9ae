package stockroom.bench.measure;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.BiFunction;
import java.util.function.IntFunction;
import java.util.function.Supplier;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import stockroom.bench.load.RequestKey;
import stockroom.bench.load.Requests;
import stockroom.bench.load.StockPayload;
import stockroom.bench.load.StockPayload.Changes;
import stockroom.bench.measure.Workload.Rules;
import stockroom.bench.postgres.BareStatement;
import stockroom.bench.process.Sleep;
import stockroom.bench.server.Installation;
import stockroom.bench.server.ServerProcess;

final class Workloads {
    private static final StockPayload ONE_ENTRY = new StockPayload(1, 1, Changes.ALL);
    private static final int PAGE_SIZE = 20;
    /// This number keeps the cores busy, and lets each pgbench connection pass the five calls after which
    /// PostgreSQL settles on a plan.
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

    ServerProcess server() {
        return installation.server();
    }

    List<Workload> reads() {
        // the merchants have at least one full page
        var fullPages = keysOf("""
            SELECT merchant_id, 0 FROM product_block
            GROUP BY merchant_id HAVING sum(total) >= 20 ORDER BY hashint8(merchant_id) LIMIT %d
            """.formatted(plan.callers().keys()));
        // each account may fetch 300 details a day, so the days begin anew before each run
        var detail = new Rules(BareStatement.CLIENTS, 0, 200, () -> {
            installation.postgres().execute(installation.database(), "UPDATE daily_fetches SET fetches = 0");
            installation.settle("VACUUM daily_fetches, fetched_product, bound_store");
        });
        return List.of(
                stockList(),
                page("product-list", "product list, first page", fullPages, 1, ""),
                new Workload(
                        "product-detail",
                        "product detail",
                        0,
                        installation,
                        each(keys(), Requests::productDetail),
                        bare("product-detail", keys(), Map.of()),
                        detail));
    }

    private List<RequestKey> keys() {
        return installation.keys(plan.callers().keys());
    }

    Workload stockList() {
        return stockList("stock-list", "stock list", keys());
    }

    /// Requests products at random, so that large merchants come more often.
    Workload stockListOfAny(String name, String title, int maxProducts) {
        return stockList(name, title, keysOf("""
            SELECT merchant_id, product_id FROM product WHERE has_stock ORDER BY hashint4(product_id) LIMIT %d
            """.formatted(maxProducts)));
    }

    private Workload stockList(String name, String title, List<RequestKey> keys) {
        var bare = bare("stock-list", keys, Map.of());
        return new Workload(name, title, 0, installation, each(keys, Requests::stockList), bare, Rules.READ);
    }

    private static List<BareStatement> bare(String sql, List<RequestKey> keys, Map<String, String> variables) {
        return List.of(BareStatement.ofRandom(sql, keys, variables));
    }

    /// @param filter `-with-stock`, `-without-stock` or empty
    private Workload page(String name, String title, List<RequestKey> keys, long page, String filter) {
        var form = "page=" + page + (filter.isEmpty() ? "" : "&stock=" + filter.equals("-with-stock"));
        var variables = Map.of("skip", String.valueOf((page - 1) * PAGE_SIZE), "size", String.valueOf(PAGE_SIZE));
        var requests = each(keys, (all, key) -> all.productList(key, form));
        var bare = bare("product-list" + filter, keys, variables);
        return new Workload(name, title, page, installation, requests, bare, Rules.READ);
    }

    List<Workload> pages() {
        // one request for each response that is checked
        var keys = Collections.nCopies(3, installation.keys(1).getFirst());
        long last = pages("total");
        long with = Math.max(1, pages("with_stock") / 2);
        long without = Math.max(1, pages("total - with_stock") / 2);
        return List.of(
                page("page-first", "first page of %,d".formatted(last), keys, 1, ""),
                page("page-last", "last page", keys, last, ""),
                page("page-middle", "middle page", keys, Math.max(1, last / 2), ""),
                page("page-with-stock", "middle page with stock", keys, with, "-with-stock"),
                page("page-without-stock", "middle page without stock", keys, without, "-without-stock"));
    }

    private long pages(String count) {
        var sql = "SELECT sum(%s) FROM product_block".formatted(count);
        return Math.ceilDiv(Long.parseLong(installation.postgres().one(installation.database(), sql)), PAGE_SIZE);
    }

    /// Returns all workloads of a comparison. Programs that send all their stock mostly send it unchanged.
    List<Creates> all() {
        var reads = Stream.concat(reads().stream(), Stream.of(changes()))
                .map(read -> new Creates(read.name(), 0, List.of(), _ -> read));
        var creates = Stream.of(
                createOne(),
                createFull(),
                createFull(
                        "create-stock-2700-colours", "the same, 90 % of colours unchanged", Changes.TENTH_OF_COLOURS),
                createFull(
                        "create-stock-2700-entries", "the same, 90 % of entries unchanged", Changes.TENTH_OF_ENTRIES),
                createFull("create-stock-2700-unchanged", "the same, nothing changed", Changes.NOTHING));
        return Stream.concat(reads, creates).toList();
    }

    /// Requests changes from now on, as a program does when it begins to follow.
    private Workload changes() {
        var requests = each(keys(), Requests::changes);
        return new Workload("changes", "changes from now on", 0, installation, requests, List.of(), Rules.READ);
    }

    Creates createOne() {
        var name = "create-stock-1";
        var rules = new Rules(BareStatement.CLIENTS, 1, 200, this::freshTurns);
        return new Creates(
                name,
                plan.callers().accounts(),
                installation.keys(),
                keys -> create(name, "create stock, 1 entry", keys, ONE_ENTRY, rules));
    }

    Creates createFull() {
        return createFull("create-stock-2700", "create stock, 2,700 entries", Changes.ALL);
    }

    /// Uses one product without stock of each merchant, since a product may have only 300 colours.
    private Creates createFull(String name, String title, Changes changes) {
        var keysWithoutStock = keysOf("""
            SELECT DISTINCT ON (merchant_id) merchant_id, product_id FROM product
            WHERE NOT has_stock ORDER BY merchant_id, product_id
            """);
        var rules = new Rules(FULL_CONNECTIONS, 1, 200, this::freshTurns);
        return new Creates(
                name,
                plan.callers().fullAccounts(),
                keysWithoutStock,
                keys -> create(name, title, keys, new StockPayload(300, 9, changes), rules));
    }

    private Workload create(String name, String title, List<RequestKey> keys, StockPayload payload, Rules rules) {
        var bare = BareStatement.inTurn("create-stock", keys, payload.variables(installation.application()));
        Supplier<List<byte[]>> requests = twice(turn ->
                each(keys, (all, key) -> all.createStock(key, payload, turn)).get());
        return new Workload(name, title, 0, installation, requests, List.of(bare), rules.ofAccounts(keys.size()));
    }

    /// @param maxRate requests a second of stock lists alone, which a mix does not exceed
    Workload mix(double maxRate, int accounts) {
        var read = keys();
        var written = installation.keys(Creates.accounts(maxRate / 10, MIN_ACCOUNTS_OF_THE_MIX, accounts));
        var bare = List.of(
                BareStatement.ofRandom("stock-list", read, Map.of()).weighing(9),
                BareStatement.inTurn("create-stock", written, ONE_ENTRY.variables(installation.application())));
        var rules = new Rules(BareStatement.CLIENTS, written.size(), 200, this::freshTurns);
        var requests = twice(turn -> mixed(read, written, turn));
        return new Workload("mix", "9 stock lists, 1 create", 0, installation, requests, bare, rules);
    }

    /// Makes two rounds of requests that differ from each other and from all earlier ones.
    private static Supplier<List<byte[]>> twice(IntFunction<List<byte[]>> requestsOfTurn) {
        return () -> {
            int turn = TURNS.addAndGet(2);
            return Stream.of(turn, turn + 1)
                    .flatMap(each -> requestsOfTurn.apply(each).stream())
                    .toList();
        };
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

    /// Waits until all turns are open, with dead rows removed and pages written.
    private void freshTurns() {
        long begun = System.nanoTime();
        installation.settle("VACUUM");
        Sleep.millis(Math.max(0, TURN_MILLIS - (System.nanoTime() - begun) / 1_000_000));
    }

    List<Workload> refusals() {
        var hasty = installation.keys(ACCOUNTS_TOO_SOON);
        Supplier<List<byte[]>> wrong =
                () -> each(Requests.wronglySignedBy(installation.application()), keys(), Requests::stockList);
        var tooSoon = each(hasty, (all, key) -> all.createStock(key, ONE_ENTRY, 0));
        return List.of(
                flood("served-beside-refused", "stock list, served", each(keys(), Requests::stockList), 200, 0),
                flood("refused-bad-sign", "refused: bad sign", wrong, 400, 0),
                flood("refused-too-soon", "refused: create too soon", tooSoon, 429, hasty.size()));
    }

    private Workload flood(String name, String title, Supplier<List<byte[]>> requests, int status, int accounts) {
        var rules = new Rules(BareStatement.CLIENTS, accounts, status, () -> {});
        return new Workload(name, title, 0, installation, requests, List.of(), rules);
    }

    /// Adds the tokens to the merchants and products of a query.
    private List<RequestKey> keysOf(String sql) {
        var known = installation.keys().stream().collect(Collectors.toMap(RequestKey::merchant, key -> key));
        return installation
                .postgres()
                .all(installation.database(), sql, row -> new RequestKey(row.getLong(1), 0, "", row.getInt(2)))
                .stream()
                .flatMap(found -> Optional.ofNullable(known.get(found.merchant())).stream()
                        .map(key -> key.of(found.product())))
                .toList();
    }

    private Supplier<List<byte[]>> each(List<RequestKey> keys, BiFunction<Requests, RequestKey, byte[]> request) {
        return () -> each(installation.requests(), keys, request);
    }

    private static List<byte[]> each(
            Requests requests, List<RequestKey> keys, BiFunction<Requests, RequestKey, byte[]> request) {
        return keys.stream().map(key -> request.apply(requests, key)).toList();
    }
}
