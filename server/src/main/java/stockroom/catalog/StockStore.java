package stockroom.catalog;

import java.sql.Array;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import org.jdbi.v3.core.Handle;
import org.jspecify.annotations.Nullable;
import stockroom.auth.Caller;
import stockroom.auth.MerchantId;
import stockroom.database.Database;
import stockroom.database.ReadBatcher;
import stockroom.limits.Limits;

/// Stock entries, read and set.
final class StockStore {
    /// `OFFSET 0` keeps the planner from reading all of a product's entries for each of its colours. That seems just as
    /// cheap to it while it thinks that a product has one entry.
    static final String ENTRIES = """
            SELECT p.has_stock, replace(e.guid::text, '-', '') AS guid, e.bar_code, c.name AS color, e.size, e.quantity
            FROM product p
            LEFT JOIN colour c ON c.merchant_id = p.merchant_id AND c.product_id = p.product_id
            LEFT JOIN LATERAL (
                SELECT guid, bar_code, size, quantity FROM stock_entry
                WHERE merchant_id = ? AND product_id = ? AND colour_no = c.colour_no OFFSET 0) e ON true
            WHERE p.merchant_id = ? AND p.product_id = ?
            ORDER BY c.colour_no, e.size
            LIMIT ?
            """;

    /// Longer lists are read again, few at a time: a whole batch of them would take too much memory.
    private static final int MAX_BATCHED = 300;

    /// A colour known by its picture alone is a row as well.
    static final int BATCHED_ROWS = MAX_BATCHED + 1 + Limits.COLOURS_PER_PRODUCT;

    static final String CREATE = """
            SELECT outcome, wait_millis, products
            FROM create_stock(
                p_merchant => ?, p_account => ?, p_application => ?, p_interval_millis => ?, p_dry_run => ?,
                p_products => ?, p_colours => ?,
                p_groups => ?, p_sizes => ?, p_quantities => ?, p_bar_codes => ?, p_most_colours => ?,
                p_most_entries => ?)
            """;

    private final Database database;
    private final ReadBatcher<Product, Entries> entries;

    StockStore(Database database) {
        this.database = database;
        this.entries = database.batcher(
                "stock entries",
                ENTRIES,
                (parameters, product) -> parameters
                        .next(product.merchant.value())
                        .next(product.id)
                        .next(product.merchant.value())
                        .next(product.id)
                        .next(BATCHED_ROWS),
                StockStore::entries);
    }

    private record Product(MerchantId merchant, int id) {}

    sealed interface Entries {
        record Found(List<StockEntry> entries) implements Entries {}

        record NoStock() implements Entries {}

        record NoProduct() implements Entries {}
    }

    Entries entriesOf(MerchantId merchant, int product) {
        var found = entries.read(new Product(merchant, product));
        return found instanceof Entries.Found(var some) && some.size() > MAX_BATCHED
                ? allEntriesOf(merchant, product)
                : found;
    }

    private Entries allEntriesOf(MerchantId merchant, int product) {
        return database.runFew("long stock list", handle -> {
            try (var statement = handle.getConnection().prepareStatement(ENTRIES)) {
                statement.setLong(1, merchant.value());
                statement.setInt(2, product);
                statement.setLong(3, merchant.value());
                statement.setInt(4, product);
                statement.setInt(5, Integer.MAX_VALUE);
                try (var rows = statement.executeQuery()) {
                    return entries(rows);
                }
            }
        });
    }

    private static Entries entries(ResultSet rows) throws SQLException {
        if (!rows.next()) {
            return new Entries.NoProduct();
        }
        if (!rows.getBoolean("has_stock")) {
            return new Entries.NoStock();
        }
        var entries = new ArrayList<StockEntry>();
        do {
            var guid = rows.getString("guid");
            // a colour known by its picture alone has no entry yet
            if (guid != null) {
                entries.add(new StockEntry(
                        guid,
                        rows.getString("bar_code"),
                        rows.getString("color"),
                        rows.getInt("size"),
                        rows.getInt("quantity")));
            }
        } while (rows.next());
        return new Entries.Found(entries);
    }

    /// @param untilNextTurn how long the caller has to wait now
    /// @param products those that are missing, crowded or full
    record Created(Outcome outcome, Duration untilNextTurn, List<Integer> products) {}

    enum Outcome {
        CREATED,
        CHECKED,
        CLOSED,
        CONTENDED,
        MISSING,
        CROWDED,
        FULL
    }

    /// Takes the caller's turn and sets the entries, or nothing at all, in one transaction.
    Created create(Caller caller, StockOrder order, boolean dryRun) {
        return database.run("create stock", handle -> {
            try (var statement = handle.getConnection().prepareStatement(CREATE)) {
                statement.setLong(1, caller.merchant().value());
                statement.setLong(2, caller.account());
                statement.setLong(3, caller.application());
                statement.setLong(4, Limits.CREATE_INTERVAL.toMillis());
                statement.setBoolean(5, dryRun);
                statement.setArray(6, numbers(handle, order.products()));
                statement.setArray(7, texts(handle, order.colours()));
                statement.setArray(8, numbers(handle, order.groups()));
                statement.setArray(9, numbers(handle, order.sizes()));
                statement.setArray(10, numbers(handle, order.quantities()));
                statement.setArray(11, texts(handle, order.barCodes()));
                statement.setInt(12, Limits.COLOURS_PER_PRODUCT);
                statement.setInt(13, Limits.ENTRIES_PER_PRODUCT);
                try (var results = statement.executeQuery()) {
                    results.next();
                    var products = results.getArray("products");
                    return new Created(
                            Outcome.valueOf(results.getString("outcome").toUpperCase(Locale.ROOT)),
                            Duration.ofMillis(results.getLong("wait_millis")),
                            products == null ? List.of() : List.of((Integer[]) products.getArray()));
                }
            }
        });
    }

    /// An array of the very type is sent as it is; one of objects would become a text first.
    private static Array numbers(Handle handle, List<Integer> elements) throws SQLException {
        return handle.getConnection().createArrayOf("int4", elements.toArray(Integer[]::new));
    }

    private static Array texts(Handle handle, List<? extends @Nullable String> elements) throws SQLException {
        return handle.getConnection().createArrayOf("text", elements.toArray(String[]::new));
    }
}
