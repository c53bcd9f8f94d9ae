package stockroom.catalog;

import java.sql.Array;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Objects;
import java.util.Optional;
import java.util.function.Function;
import org.jdbi.v3.core.Handle;
import org.jspecify.annotations.Nullable;
import stockroom.auth.Caller;
import stockroom.auth.MerchantId;
import stockroom.database.Database;
import stockroom.database.Parameters;
import stockroom.database.ReadBatcher;
import stockroom.limits.Limits;

/// Stock entries, read and set.
public final class StockStore {
    /// Of one table, by the beginning of its key: what a distributed database finds quickest.
    static final String COLOURS = """
            SELECT colour, sizes, quantities, bar_codes FROM stock
            WHERE merchant_id = ? AND product_id = ?
            ORDER BY colour_no
            """;

    /// The same, of products with little stock. Longer lists are read again, few at a time: a whole batch of them would
    /// take too much memory.
    static final String FEW_COLOURS = """
            SELECT colour, CASE WHEN cardinality(sizes) <= 30 THEN sizes END AS sizes,
                   CASE WHEN cardinality(sizes) <= 30 THEN quantities END AS quantities,
                   CASE WHEN cardinality(sizes) <= 30 THEN bar_codes END AS bar_codes
            FROM stock
            WHERE merchant_id = ? AND product_id = ?
            ORDER BY colour_no
            LIMIT 21
            """;

    private static final int MAX_COLOURS = 20;

    static final String PRODUCT = "SELECT FROM product WHERE merchant_id = ? AND product_id = ?";

    static final String CREATE = """
            SELECT outcome, wait_millis, products
            FROM create_stock(
                p_merchant => ?, p_account => ?, p_application => ?, p_interval_millis => ?, p_dry_run => ?,
                p_products => ?, p_colours => ?, p_from => ?, p_to => ?,
                p_sizes => ?, p_quantities => ?, p_bar_codes => ?, p_most_colours => ?, p_most_entries => ?)
            """;

    private final Database database;
    private final ReadBatcher<Product, List<Colour>> fewColours;
    private final ReadBatcher<Product, Boolean> exists;

    public StockStore(Database database) {
        this.database = database;
        this.fewColours = database.batcher("stock entries", FEW_COLOURS, Product::set, Colour::read);
        this.exists = database.batcher("product of stock", PRODUCT, Product::set, ResultSet::next);
    }

    private record Product(MerchantId merchant, int id) {
        static void set(Parameters parameters, Product product) throws SQLException {
            parameters.next(product.merchant.value()).next(product.id);
        }
    }

    sealed interface Entries {
        record Found(List<StockEntry> entries) implements Entries {}

        /// More than are read together with others': [#longList] has them.
        record Many() implements Entries {}

        record NoStock() implements Entries {}

        record NoProduct() implements Entries {}
    }

    /// One colour.
    ///
    /// @param sizes null where there are many, and so are the others
    private record Colour(
            String name,
            @Nullable List<Short> sizes,
            @Nullable List<Integer> quantities,
            @Nullable List<@Nullable String> barCodes) {
        static List<Colour> read(ResultSet rows) throws SQLException {
            var colours = new ArrayList<Colour>();
            while (rows.next()) {
                colours.add(new Colour(
                        rows.getString("colour"),
                        list(rows, "sizes"),
                        list(rows, "quantities"),
                        list(rows, "bar_codes")));
            }
            return colours;
        }

        @SuppressWarnings("unchecked")
        private static <E extends @Nullable Object> @Nullable List<E> list(ResultSet rows, String column)
                throws SQLException {
            var array = rows.getArray(column);
            return array == null ? null : Arrays.asList((E[]) array.getArray());
        }
    }

    Entries entriesOf(MerchantId merchant, int id) {
        var product = new Product(merchant, id);
        var colours = fewColours.read(product);
        if (colours.size() > MAX_COLOURS || colours.stream().anyMatch(colour -> colour.sizes == null)) {
            return new Entries.Many();
        }
        var entries = entries(id, colours);
        if (!entries.isEmpty()) {
            return new Entries.Found(entries);
        }
        return exists.read(product) ? new Entries.NoStock() : new Entries.NoProduct();
    }

    /// What is made of a long list, while few others are being made; nothing if the product is gone.
    <T> Optional<T> longList(MerchantId merchant, int product, Function<List<StockEntry>, T> work) {
        return database.runFew("long stock list", handle -> {
            try (var statement = handle.getConnection().prepareStatement(COLOURS)) {
                Product.set(new Parameters.Prepared(statement), new Product(merchant, product));
                try (var rows = statement.executeQuery()) {
                    var entries = entries(product, Colour.read(rows));
                    return entries.isEmpty() ? Optional.empty() : Optional.of(work.apply(entries));
                }
            }
        });
    }

    private static List<StockEntry> entries(int product, List<Colour> colours) {
        var entries = new ArrayList<StockEntry>();
        for (var colour : colours) {
            var guid = new StockGuid(product, colour.name);
            var sizes = Objects.requireNonNull(colour.sizes);
            var quantities = Objects.requireNonNull(colour.quantities);
            for (int i = 0; i < sizes.size(); i++) {
                entries.add(new StockEntry(
                        guid.ofSize(sizes.get(i)),
                        colour.barCodes == null ? null : colour.barCodes.get(i),
                        colour.name,
                        sizes.get(i),
                        quantities.get(i)));
            }
        }
        return entries;
    }

    /// What became of a request.
    ///
    /// @param untilNextTurn how long the caller has to wait now
    /// @param products those that are missing, crowded or full
    public record Created(Outcome outcome, Duration untilNextTurn, List<Integer> products) {}

    public enum Outcome {
        CREATED,
        CHECKED,
        CLOSED,
        CONTENDED,
        MISSING,
        CROWDED,
        FULL
    }

    /// Takes the caller's turn and sets the entries, or nothing at all, in one transaction.
    ///
    /// @param interval between two turns
    public Created create(Caller caller, StockOrder order, Duration interval, boolean dryRun) {
        return database.run("create stock", handle -> {
            try (var statement = handle.getConnection().prepareStatement(CREATE)) {
                statement.setLong(1, caller.merchant().value());
                statement.setLong(2, caller.account());
                statement.setLong(3, caller.application());
                statement.setLong(4, interval.toMillis());
                statement.setBoolean(5, dryRun);
                statement.setArray(6, numbers(handle, order.products()));
                statement.setArray(7, texts(handle, order.colours()));
                statement.setArray(8, numbers(handle, order.from()));
                statement.setArray(9, numbers(handle, order.to()));
                statement.setArray(10, array(handle, "int2", order.sizes().toArray(Short[]::new)));
                statement.setArray(11, numbers(handle, order.quantities()));
                statement.setArray(12, texts(handle, order.barCodes()));
                statement.setInt(13, Limits.COLOURS_PER_PRODUCT);
                statement.setInt(14, Limits.ENTRIES_PER_PRODUCT);
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

    private static Array numbers(Handle handle, List<Integer> elements) throws SQLException {
        return array(handle, "int4", elements.toArray(Integer[]::new));
    }

    private static Array texts(Handle handle, List<? extends @Nullable String> elements) throws SQLException {
        return array(handle, "text", elements.toArray(String[]::new));
    }

    /// An array of the very type is sent as it is; one of objects would become a text first.
    private static Array array(Handle handle, String type, @Nullable Object[] elements) throws SQLException {
        return handle.getConnection().createArrayOf(type, elements);
    }
}
