package stockroom.catalog;

import java.sql.Array;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Duration;
import java.util.HexFormat;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;
import java.util.function.IntFunction;
import org.jdbi.v3.core.Handle;
import org.jspecify.annotations.Nullable;
import stockroom.auth.Caller;
import stockroom.catalog.ledger.IdempotencyKey;
import stockroom.catalog.ledger.IdempotencyStore;
import stockroom.catalog.ledger.StockWrites.Refused;
import stockroom.catalog.ledger.StockWrites.Written;
import stockroom.database.Columns;
import stockroom.database.Database;
import stockroom.limits.Limits;

/// Writes stock and the ledger of it, each time in one statement that is one transaction: a function of the database.
public final class StockWriteStore {
    static final String CREATE = """
            SELECT outcome, wait_millis, products, push, places, stocks
            FROM create_stock(
                p_merchant => ?, p_account => ?, p_application => ?, p_interval_millis => ?, p_dry_run => ?,
                p_products => ?, p_colours => ?, p_from => ?, p_to => ?,
                p_sizes => ?, p_quantities => ?, p_bar_codes => ?, p_expected => ?, p_deltas => ?,
                p_most_colours => ?, p_most_entries => ?, p_request => ?, p_reference => ?, p_key => ?,
                p_request_hash => ?)
            """;

    static final String DELETE = """
            SELECT outcome, wait_millis, push, products, count
            FROM delete_stock(
                p_merchant => ?, p_account => ?, p_application => ?, p_interval_millis => ?, p_dry_run => ?,
                p_products => ?, p_colours => ?, p_sizes => ?, p_most_entries => ?,
                p_request => ?, p_reference => ?, p_key => ?, p_request_hash => ?)
            """;

    static final String UNDO = """
            SELECT outcome, wait_millis, push, data
            FROM undo_push(
                p_merchant => ?, p_account => ?, p_application => ?, p_operator => NULL,
                p_interval_millis => ?, p_dry_run => ?, p_push => ?, p_all => ?,
                p_most_colours => ?, p_most_entries => ?, p_request => ?, p_reference => ?, p_key => ?,
                p_request_hash => ?)
            """;

    private final Database database;

    public StockWriteStore(Database database) {
        this.database = database;
    }

    /// How a write is made.
    ///
    /// @param interval between two turns
    /// @param requestId for the ledger
    /// @param reference the caller's, for the ledger
    public record Attempt(
            Duration interval,
            boolean dryRun,
            @Nullable String requestId,
            Optional<String> reference,
            Optional<IdempotencyKey> key) {}

    /// Takes the caller's turn and sets the entries, or nothing at all, in one transaction.
    public Written create(Caller caller, StockOrder order, Attempt attempt) {
        return database.write("create stock", handle -> {
            try (var statement = handle.getConnection().prepareStatement(CREATE)) {
                setAttempt(statement, caller, attempt);
                statement.setArray(6, numbers(handle, order.products));
                statement.setArray(7, texts(handle, order.colours));
                statement.setArray(8, numbers(handle, order.from));
                statement.setArray(9, numbers(handle, order.to));
                statement.setObject(10, order.sizes);
                statement.setObject(11, order.quantities);
                statement.setArray(12, texts(handle, order.barCodes));
                var conditional = order.conditional;
                boolean any = !conditional.isEmpty();
                statement.setArray(
                        13,
                        any ? array(handle, "int4", conditional, StockOrder.Entry::expected, Integer[]::new) : null);
                statement.setArray(
                        14, any ? array(handle, "bool", conditional, StockOrder.Entry::delta, Boolean[]::new) : null);
                statement.setInt(15, Limits.COLOURS_PER_PRODUCT);
                statement.setInt(16, Limits.ENTRIES_PER_PRODUCT);
                setRequest(statement, 17, attempt);
                try (var results = statement.executeQuery()) {
                    results.next();
                    var entries = IdempotencyStore.refusedEntries(results);
                    return written(
                            results, null, new Refused(Columns.numbers(results, "products"), entries, entries.size()));
                }
            }
        });
    }

    /// Takes the caller's turn and removes what there is of the entries, or nothing at all, in one transaction.
    Written delete(Caller caller, List<StockDeletion> deletions, Attempt attempt) {
        return database.write("delete stock", handle -> {
            try (var statement = handle.getConnection().prepareStatement(DELETE)) {
                setAttempt(statement, caller, attempt);
                statement.setArray(6, array(handle, "int4", deletions, StockDeletion::product, Integer[]::new));
                statement.setArray(7, array(handle, "text", deletions, StockDeletion::colour, String[]::new));
                statement.setArray(8, array(handle, "text", deletions, StockDeletion::sizesText, String[]::new));
                statement.setInt(9, Limits.ENTRIES_PER_REQUEST);
                setRequest(statement, 10, attempt);
                try (var results = statement.executeQuery()) {
                    results.next();
                    var products = Columns.numbers(results, "products");
                    return written(results, null, new Refused(products, List.of(), results.getInt("count")));
                }
            }
        });
    }

    /// A push to undo.
    ///
    /// @param all whether a single conflict refuses everything
    public record Undo(long push, boolean all) {}

    /// Takes the caller's turn and puts back what a push changed, in one transaction.
    public Written undo(Caller caller, Undo undo, Attempt attempt) {
        return database.write("undo push", handle -> {
            try (var statement = handle.getConnection().prepareStatement(UNDO)) {
                setAttempt(statement, caller, attempt);
                statement.setLong(6, undo.push);
                statement.setBoolean(7, undo.all);
                statement.setInt(8, Limits.COLOURS_PER_PRODUCT);
                statement.setInt(9, Limits.ENTRIES_PER_PRODUCT);
                setRequest(statement, 10, attempt);
                try (var results = statement.executeQuery()) {
                    results.next();
                    return written(results, results.getString("data"), Refused.NOTHING);
                }
            }
        });
    }

    private static void setAttempt(PreparedStatement statement, Caller caller, Attempt attempt) throws SQLException {
        statement.setLong(1, caller.merchant().value());
        statement.setLong(2, caller.account());
        statement.setLong(3, caller.application());
        statement.setLong(4, attempt.interval.toMillis());
        statement.setBoolean(5, attempt.dryRun);
    }

    private static void setRequest(PreparedStatement statement, int from, Attempt attempt) throws SQLException {
        statement.setString(from, attempt.requestId);
        statement.setString(from + 1, attempt.reference.orElse(null));
        statement.setString(from + 2, attempt.key.map(IdempotencyKey::key).orElse(null));
        statement.setBytes(
                from + 3,
                attempt.key
                        .map(key -> HexFormat.of().parseHex(key.requestHash()))
                        .orElse(null));
    }

    private static Written written(ResultSet result, @Nullable String data, Refused refused) throws SQLException {
        return new Written(
                result.getString("outcome"),
                Duration.ofMillis(result.getLong("wait_millis")),
                result.getObject("push", Long.class),
                data,
                refused,
                false);
    }

    private static Array numbers(Handle handle, List<Integer> elements) throws SQLException {
        return array(handle, "int4", elements, element -> element, Integer[]::new);
    }

    private static Array texts(Handle handle, List<? extends @Nullable String> elements) throws SQLException {
        return handle.getConnection().createArrayOf("text", elements.toArray(String[]::new));
    }

    /// An array of the very type is sent as it is; one of objects would become a text first.
    private static <E, V extends @Nullable Object> Array array(
            Handle handle, String type, List<E> elements, Function<E, V> value, IntFunction<V[]> make)
            throws SQLException {
        var values = make.apply(elements.size());
        for (int i = 0; i < values.length; i++) {
            values[i] = value.apply(elements.get(i));
        }
        return handle.getConnection().createArrayOf(type, values);
    }
}
