package stockroom.generate;

import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.SplittableRandom;
import java.util.concurrent.ConcurrentHashMap;
import java.util.stream.Stream;
import org.jdbi.v3.core.Handle;
import stockroom.admin.credentials.TokenStore;
import stockroom.audit.Operator;
import stockroom.auth.MerchantId;
import stockroom.auth.TokenHash;
import stockroom.catalog.ledger.FirstPushStore;
import stockroom.catalog.products.BlockStore;
import stockroom.catalog.products.NewProduct;
import stockroom.catalog.products.ProductCopyStore;
import stockroom.config.Secret;
import stockroom.database.CopyRows;
import stockroom.database.Database;

/// Writes what is generated, many rows at once and without a line in the audit log for each.
final class GenerateStore {
    private static final String APPLICATION = "SELECT EXISTS (SELECT FROM application WHERE application_id = ?)";

    private static final String DRAW_IDS = """
            SELECT nextval(pg_get_serial_sequence('merchant', 'merchant_id')) AS merchant,
                   nextval(pg_get_serial_sequence('account', 'account_id')) AS account,
                   nextval(pg_get_serial_sequence('bound_store', 'store_id')) AS store
            FROM generate_series(1, :count)
            """;

    private static final String MERCHANTS =
            "COPY merchant (merchant_id, store_url, store_name, open_catalogue) FROM STDIN";

    private static final String STORE_URLS = "COPY store_url (store_url, merchant_id) FROM STDIN";

    private static final String STORES =
            "COPY bound_store (merchant_id, store_id, platform, shop_id, shop_name) FROM STDIN";

    private static final String ACCOUNTS = "COPY account (merchant_id, account_id, name, store_id) FROM STDIN";

    private static final String TOKEN = """
            INSERT INTO access_token (token_hash, application_id, merchant_id, account_id, expires_at)
            VALUES (:hash, :application, :merchant, :account, now() + interval '1 year')
            """;

    private static final String STOCK = """
            COPY stock (merchant_id, product_id, colour_no, colour, sizes, quantities, bar_codes, updated_at) FROM STDIN
            """;

    /// So that the server's statements are planned well from the first call on.
    private static final String ANALYZE = """
            ANALYZE merchant, bound_store, account, access_token, product, product_owner, product_block, stock,
                    push_counter, stock_push, stock_change
            """;

    private final Database database;
    private final int changesOfEach;
    /// Of the merchants that are being made.
    private final Map<MerchantId, Long> lastPushes = new ConcurrentHashMap<>();

    /// @param changesOfEach entry, beside that it was created
    GenerateStore(Database database, int changesOfEach) {
        this.database = database;
        this.changesOfEach = changesOfEach;
    }

    /// A merchant with one account and the store it is bound to.
    record Merchant(MerchantId id, long account, long store, String storeUrl, String name, boolean openCatalogue) {}

    record Product(MerchantId merchant, int id, NewProduct product, List<Stock.Colour> colours) {
        int entries() {
            return colours.stream().mapToInt(colour -> colour.entries().size()).sum();
        }
    }

    boolean hasApplication(long id) {
        return database.run(
                "application to generate for",
                handle -> handle.select(APPLICATION, id).mapTo(Boolean.class).one());
    }

    /// One for each share.
    List<Merchant> createMerchants(List<Spread.Share> shares) {
        var randoms = shares.stream().map(Spread.Share::random).iterator();
        return database.inTransaction("generate merchants", handle -> {
            var merchants = handle.createQuery(DRAW_IDS)
                    .bind("count", shares.size())
                    .map((row, _) -> merchant(
                            row.getLong("merchant"), row.getLong("account"), row.getLong("store"), randoms.next()))
                    .list();
            copyMerchants(handle, merchants);
            return merchants;
        });
    }

    private static Merchant merchant(long id, long account, long store, SplittableRandom random) {
        var place = Shoes.place(random);
        return new Merchant(
                new MerchantId(id),
                account,
                store,
                Shoes.storeUrl(place) + "-" + id,
                place + " " + Shoes.trade(random),
                random.nextInt(10) == 0);
    }

    private static void copyMerchants(Handle handle, List<Merchant> merchants) throws SQLException {
        CopyRows.copy(handle, MERCHANTS, merchants, (rows, merchant) -> {
            rows.number(merchant.id.value()).text(merchant.storeUrl).text(merchant.name);
            rows.flag(merchant.openCatalogue).endRow();
        });
        CopyRows.copy(
                handle,
                STORE_URLS,
                merchants,
                (rows, merchant) ->
                        rows.text(merchant.storeUrl).number(merchant.id.value()).endRow());
        CopyRows.copy(handle, STORES, merchants, (rows, merchant) -> {
            rows.number(merchant.id.value()).number(merchant.store).text("tb");
            rows.text("88" + merchant.store).text(merchant.name + " on tb").endRow();
        });
        CopyRows.copy(handle, ACCOUNTS, merchants, (rows, merchant) -> {
            rows.number(merchant.id.value()).number(merchant.account);
            rows.text(merchant.storeUrl + "-owner").number(merchant.store).endRow();
        });
    }

    /// Lets the application act for each merchant's account.
    List<Secret> createTokens(long application, List<Merchant> merchants) {
        // never from the seed: whoever knows that must not know the tokens
        var tokens = Stream.generate(TokenStore::random).limit(merchants.size()).toList();
        return database.inTransaction("generate tokens", handle -> {
            var batch = handle.prepareBatch(TOKEN);
            for (int i = 0; i < merchants.size(); i++) {
                batch.bind("hash", TokenHash.of(tokens.get(i).reveal()).bytes())
                        .bind("application", application)
                        .bind("merchant", merchants.get(i).id.value())
                        .bind("account", merchants.get(i).account)
                        .add();
            }
            batch.execute();
            return tokens;
        });
    }

    /// One worker at a time, so that a merchant's ids follow one another.
    synchronized List<Integer> drawProductIds(int count) {
        return database.inTransaction("draw product ids", handle -> ProductCopyStore.drawIds(handle, count));
    }

    /// @param products in the order of their merchants and ids, with whole blocks of a merchant's products
    void write(List<Product> products) {
        var rows = new ArrayList<ProductCopyStore.Row>(products.size());
        for (var product : products) {
            rows.add(new ProductCopyStore.Row(product.merchant, product.id, product.product, product.entries()));
        }
        database.inTransaction("generate products", handle -> {
            ProductCopyStore.copy(handle, rows);
            BlockStore.copy(handle, rows);
            copyStock(handle, products);
            FirstPushStore.copy(
                    handle,
                    products.stream()
                            .filter(product -> !product.colours.isEmpty())
                            .map(GenerateStore::firstStock)
                            .toList(),
                    changesOfEach,
                    lastPushes,
                    Operator.onTheServer().name());
            return null;
        });
    }

    private static FirstPushStore.Stock firstStock(Product product) {
        var colours = new ArrayList<String>();
        var colourNos = new ArrayList<Integer>();
        var sizes = new ArrayList<Integer>();
        var quantities = new ArrayList<Integer>();
        for (var colour : product.colours) {
            colours.add(colour.name());
            for (var entry : colour.entries()) {
                colourNos.add(colours.size());
                sizes.add(entry.size());
                quantities.add(entry.quantity());
            }
        }
        return new FirstPushStore.Stock(product.merchant, product.id, colours, colourNos, sizes, quantities);
    }

    private static void copyStock(Handle handle, List<Product> products) throws SQLException {
        CopyRows.copy(handle, STOCK, products, (rows, product) -> {
            for (int i = 0; i < product.colours.size(); i++) {
                var colour = product.colours.get(i);
                var entries = colour.entries();
                rows.number(product.merchant.value()).number(product.id).number(i + 1);
                rows.text(colour.name());
                rows.numbers(entries.stream().map(Stock.Entry::size).toList());
                rows.numbers(entries.stream().map(Stock.Entry::quantity).toList());
                var barCodes = entries.stream().map(Stock.Entry::barCode).toList();
                var row = barCodes.stream().allMatch(Objects::isNull) ? rows.missing() : rows.texts(barCodes);
                row.text("now").endRow();
            }
        });
    }

    void analyze() {
        database.run("analyze", handle -> handle.execute(ANALYZE));
    }
}
