package stockroom.generate;

import java.sql.SQLException;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.ConcurrentHashMap;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.jdbi.v3.core.Handle;
import stockroom.admin.credentials.TokenStore;
import stockroom.audit.Operator;
import stockroom.auth.MerchantId;
import stockroom.auth.TokenHash;
import stockroom.catalog.ledger.FirstPushStore;
import stockroom.catalog.products.BlockStore;
import stockroom.catalog.products.NewProduct;
import stockroom.catalog.products.ProductRowStore;
import stockroom.config.Secret;
import stockroom.database.CopyRows;
import stockroom.database.Database;
import stockroom.generate.Shoes.Colour;

/// Writes generated data many rows at once, without an audit entry for each.
final class GenerateStore {
    private static final String APPLICATION = "SELECT EXISTS (SELECT FROM application WHERE application_id = ?)";

    private static final String DRAW_IDS = """
            SELECT nextval(pg_get_serial_sequence('merchant', 'merchant_id')),
                   nextval(pg_get_serial_sequence('account', 'account_id')),
                   nextval(pg_get_serial_sequence('bound_store', 'store_id'))
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

    private static final String BAR_CODES = "COPY product_bar_code (merchant_id, bar_code, product_id) FROM STDIN";

    /// Gives the server's statements good plans from the first call on.
    private static final String ANALYZE = """
            ANALYZE merchant, bound_store, account, access_token, product, product_owner, product_block, stock, product_bar_code,
                    push_counter, stock_push, stock_change
            """;

    private final Database database;
    private final int changesOfEach;
    private final Map<MerchantId, Long> lastPushes = new ConcurrentHashMap<>();

    GenerateStore(Database database, int changesOfEach) {
        this.database = database;
        this.changesOfEach = changesOfEach;
    }

    record Merchant(MerchantId id, long account, long store) {
        String storeUrl() {
            return "shop-" + id.value();
        }
    }

    record Product(MerchantId merchant, int id, NewProduct product, int entries, List<Colour> colours) {
        private ProductRowStore.Row row() {
            return new ProductRowStore.Row(merchant, id, product, entries);
        }

        private FirstPushStore.Stock stock() {
            return new FirstPushStore.Stock(
                    merchant,
                    id,
                    colours.stream().map(Colour::name).toList(),
                    IntStream.range(0, colours.size())
                            .boxed()
                            .flatMap(i ->
                                    Collections.nCopies(colours.get(i).sizes().size(), i + 1).stream())
                            .toList(),
                    colours.stream().flatMap(colour -> colour.sizes().stream()).toList(),
                    colours.stream()
                            .flatMap(colour -> colour.quantities().stream())
                            .toList());
        }
    }

    boolean hasApplication(long id) {
        return database.run(
                "application to generate for",
                handle -> handle.select(APPLICATION, id).mapTo(Boolean.class).one());
    }

    List<Merchant> createMerchants(int count) {
        return database.inTransaction("generate merchants", handle -> {
            var merchants = handle.createQuery(DRAW_IDS)
                    .bind("count", count)
                    .map((row, _) -> new Merchant(new MerchantId(row.getLong(1)), row.getLong(2), row.getLong(3)))
                    .list();
            CopyRows.copy(handle, MERCHANTS, merchants, (rows, merchant) -> {
                rows.number(merchant.id.value()).text(merchant.storeUrl());
                rows.text("Shop " + merchant.id.value())
                        .flag(merchant.id.value() % 10 == 0)
                        .endRow();
            });
            CopyRows.copy(handle, STORE_URLS, merchants, (rows, merchant) -> {
                rows.text(merchant.storeUrl()).number(merchant.id.value()).endRow();
            });
            CopyRows.copy(handle, STORES, merchants, (rows, merchant) -> {
                rows.number(merchant.id.value()).number(merchant.store).text("tb");
                rows.text("88" + merchant.store)
                        .text(merchant.storeUrl() + " on tb")
                        .endRow();
            });
            CopyRows.copy(handle, ACCOUNTS, merchants, (rows, merchant) -> {
                rows.number(merchant.id.value()).number(merchant.account);
                rows.text(merchant.storeUrl() + "-owner").number(merchant.store).endRow();
            });
            return merchants;
        });
    }

    List<Secret> createTokens(long application, List<Merchant> merchants) {
        // The tokens must not follow from the seed, which others may know.
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

    /// Serves one worker at a time, so that a merchant's ids follow one another.
    synchronized List<Integer> drawProductIds(int count) {
        return database.inTransaction("draw product ids", handle -> ProductRowStore.drawIds(handle, count));
    }

    /// @param products ordered by merchant and id, with whole blocks of a merchant's products
    void write(List<Product> products) {
        var rows = products.stream().map(Product::row).toList();
        var stocks = products.stream()
                .filter(product -> product.entries > 0)
                .map(Product::stock)
                .toList();
        database.inTransaction("generate products", handle -> {
            ProductRowStore.copy(handle, rows);
            BlockStore.copy(handle, rows);
            copyStock(handle, products);
            var operator = Operator.onTheServer().name();
            FirstPushStore.copy(handle, stocks, changesOfEach, lastPushes, operator);
            return null;
        });
    }

    private static void copyStock(Handle handle, List<Product> products) throws SQLException {
        CopyRows.copy(handle, STOCK, products, (rows, product) -> {
            int colourNo = 0;
            for (var colour : product.colours) {
                rows.number(product.merchant.value()).number(product.id).number(++colourNo);
                rows.text(colour.name()).numbers(colour.sizes()).numbers(colour.quantities());
                var barCodes = colour.barCodes();
                var row = barCodes.stream().allMatch(Objects::isNull) ? rows.missing() : rows.texts(barCodes);
                row.text("now").endRow();
            }
        });
        CopyRows.copy(handle, BAR_CODES, products, (rows, product) -> {
            var codes = product.colours.stream().flatMap(colour -> colour.barCodes().stream());
            for (var code : codes.filter(Objects::nonNull).distinct().toList()) {
                rows.number(product.merchant.value())
                        .text(code)
                        .number(product.id)
                        .endRow();
            }
        });
    }

    void analyze() {
        database.run("analyze", handle -> handle.execute(ANALYZE));
    }
}
