package stockroom.catalog.stock;

import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jdbi.v3.core.Handle;
import org.jspecify.annotations.Nullable;
import stockroom.auth.Caller;
import stockroom.auth.MerchantId;
import stockroom.catalog.ledger.Attempt;
import stockroom.catalog.stock.ProductNames.Resolved;
import stockroom.catalog.stock.StockDeletionReader.StockDeletion;
import stockroom.catalog.stock.WriteResult.CreateResult;
import stockroom.catalog.stock.WriteResult.DeleteResult;
import stockroom.catalog.stock.WriteResult.UndoResult;
import stockroom.catalog.stock.WriteResult.Written;
import stockroom.database.Columns;
import stockroom.database.Database;
import stockroom.database.Query;
import stockroom.limits.Limits;
import stockroom.requests.IdempotencyKey;

/// Writes stock and its ledger. Each write is one statement and one transaction: a function of the database.
public final class StockWriteStore {
    static final String CREATE = """
            SELECT outcome, wait_millis, push, products, places, stocks, cardinality(places) AS count, NULL AS data
            FROM create_stock(
                p_merchant => ?, p_account => ?, p_application => ?, p_interval_millis => ?, p_dry_run => ?,
                p_products => ?, p_art_nos => ?, p_colours => ?, p_from => ?, p_to => ?,
                p_sizes => ?, p_quantities => ?, p_bar_codes => ?, p_expected => ?, p_deltas => ?,
                p_most_colours => ?, p_most_entries => ?, p_request => ?, p_reference => ?, p_key => ?,
                p_request_hash => ?)
            """;

    static final String DELETE = """
            SELECT outcome, wait_millis, push, products, count, NULL AS data
            FROM delete_stock(
                p_merchant => ?, p_account => ?, p_application => ?, p_interval_millis => ?, p_dry_run => ?,
                p_products => ?, p_art_nos => ?, p_colours => ?, p_sizes => ?, p_most_entries => ?,
                p_request => ?, p_reference => ?, p_key => ?, p_request_hash => ?)
            """;

    static final String UNDO = """
            SELECT outcome, wait_millis, push, data
            FROM undo_push(
                p_merchant => ?, p_account => ?, p_application => ?, p_interval_millis => ?, p_dry_run => ?,
                p_operator => ?, p_push => ?, p_all => ?, p_most_colours => ?, p_most_entries => ?,
                p_request => ?, p_reference => ?, p_key => ?, p_request_hash => ?)
            """;

    static final String FIND = """
            SELECT request_hash, push, data, coalesce(refusal, 'done') AS outcome, products, places, stocks, count
            FROM idempotency_key
            WHERE merchant_id = ? AND application_id = ? AND account_id = ? AND key = ?
            """;

    static final String NEXT_TURN = """
            SELECT ? + ceil(extract(epoch FROM admitted_at - now()) * 1000)::bigint FROM create_turn
            WHERE merchant_id = ? AND account_id = ? AND application_id = ?
              AND admitted_at > now() - ? * interval '1 millisecond'
            """;

    private static final Resolved UNNAMED = new ProductNames().resolve(Map.of());

    private final Database database;

    public StockWriteStore(Database database) {
        this.database = database;
    }

    /// Writes all entries or none. Throws [ArtNoStore.Moved] if `products` is out of date.
    Written<CreateResult> create(Caller caller, StockOrder order, Resolved products, Attempt attempt) {
        return write(
                "create stock",
                CREATE,
                CreateResult.class,
                caller,
                products,
                attempt,
                products.ids(order.products),
                products.artNos(order.products),
                order.colours.toArray(String[]::new),
                order.from.toArray(Integer[]::new),
                order.to.toArray(Integer[]::new),
                order.sizes,
                order.quantities,
                order.barCodes.toArray(String[]::new),
                order.expected,
                order.deltas,
                Limits.COLOURS_PER_PRODUCT,
                Limits.ENTRIES_PER_PRODUCT);
    }

    public Written<CreateResult> create(Caller caller, StockOrder order, Attempt attempt) {
        return create(caller, order, order.names.resolve(Map.of()), attempt);
    }

    /// Deletes existing entries, or nothing at all. Throws [ArtNoStore.Moved] if `products` is out of date.
    Written<DeleteResult> delete(Caller caller, List<StockDeletion> deletions, Resolved products, Attempt attempt) {
        var named = deletions.stream().map(StockDeletion::product).toList();
        return write(
                "delete stock",
                DELETE,
                DeleteResult.class,
                caller,
                products,
                attempt,
                products.ids(named),
                products.artNos(named),
                deletions.stream().map(StockDeletion::colour).toArray(String[]::new),
                deletions.stream().map(StockDeletion::sizesText).toArray(String[]::new),
                Limits.ENTRIES_PER_REQUEST);
    }

    /// An undo of a push.
    ///
    /// @param all whether one conflict refuses the whole undo
    public record Undo(long push, boolean all) {}

    public Written<UndoResult> undo(Caller caller, Undo undo, Attempt attempt) {
        return write("undo push", UNDO, UndoResult.class, caller, UNNAMED, attempt, values(null, undo));
    }

    /// An operator takes no turn and may undo any application's push. Runs in the caller's transaction.
    public static Written<UndoResult> undo(
            Handle handle, MerchantId merchant, String operator, Undo undo, Attempt attempt) throws SQLException {
        return execute(handle, UNDO, UndoResult.class, merchant, null, attempt, values(operator, undo))
                .orElseThrow();
    }

    private static @Nullable Object[] values(@Nullable String operator, Undo undo) {
        return new @Nullable Object[] {
            operator, undo.push, undo.all, Limits.COLOURS_PER_PRODUCT, Limits.ENTRIES_PER_PRODUCT
        };
    }

    /// A request that gets no turn may repeat the one that took it, so the result of its key is looked up. If that
    /// result has expired by then, the request runs as a new one.
    private <R extends WriteResult> Written<R> write(
            String name,
            String sql,
            Class<R> kind,
            Caller caller,
            Resolved products,
            Attempt attempt,
            @Nullable Object... values) {
        while (true) {
            var written = database.of(caller.merchant().value())
                    .write(
                            name,
                            handle -> products.areKnown()
                                    ? execute(handle, sql, kind, caller.merchant(), caller, attempt, values)
                                    : refuse(handle, kind, caller, products, attempt));
            if (written.isPresent() && !(written.get().result() instanceof WriteResult.Closed)) {
                return written.get();
            }
            var kept = attempt.key().flatMap(key -> find(caller, key, kind)).or(() -> written);
            if (kept.isPresent()) {
                return kept.get();
            }
        }
    }

    private static <R extends WriteResult> Optional<Written<R>> refuse(
            Handle handle, Class<R> kind, Caller caller, Resolved products, Attempt attempt) throws SQLException {
        return execute(handle, ArtNoStore.REFUSE, kind, caller.merchant(), caller, attempt, products.toRefuse());
    }

    /// Returns nothing if the key has a result already.
    private static <R extends WriteResult> Optional<Written<R>> execute(
            Handle handle,
            String sql,
            Class<R> kind,
            MerchantId merchant,
            @Nullable Caller caller,
            Attempt attempt,
            @Nullable Object... values)
            throws SQLException {
        try {
            return new Query(handle, sql)
                    .with(merchant.value())
                    .with(caller == null ? null : caller.account(), caller == null ? null : caller.application())
                    .with(attempt.interval().toMillis(), attempt.dryRun())
                    .with(values)
                    .with(attempt.requestId(), attempt.reference().orElse(null))
                    .with(attempt.key().map(IdempotencyKey::key).orElse(null))
                    .with((Object) attempt.key().map(IdempotencyKey::hashBytes).orElse(null))
                    .readOne(row -> row.getString("outcome").equals("repeated")
                            ? Optional.empty()
                            : Optional.of(written(row, kind, Duration.ofMillis(row.getLong("wait_millis")), false)));
        } catch (SQLException e) {
            ArtNoStore.refuseMoved(e);
            throw e;
        }
    }

    /// @throws stockroom.http.failure.Failure.BadRequest if the key belongs to a different request
    <R extends WriteResult> Optional<Written<R>> find(Caller caller, IdempotencyKey key, Class<R> kind) {
        return database.of(caller.merchant().value())
                .run(
                        "idempotency key",
                        handle -> new Query(handle, FIND)
                                .with(caller.merchant().value(), caller.application(), caller.account(), key.key())
                                .read(row -> {
                                    if (!row.next()) {
                                        return Optional.empty();
                                    }
                                    key.requireSame(row.getBytes("request_hash"));
                                    return Optional.of(written(row, kind, untilNextTurn(handle, caller), true));
                                }));
    }

    /// A repeat takes no turn, and its node may not have seen the first request.
    private static Duration untilNextTurn(Handle handle, Caller caller) throws SQLException {
        long millis = Limits.CREATE_INTERVAL.toMillis();
        return new Query(handle, NEXT_TURN)
                .with(millis, caller.merchant().value(), caller.account(), caller.application(), millis)
                .read(row -> Duration.ofMillis(row.next() ? row.getLong(1) : 0));
    }

    private static <R extends WriteResult> Written<R> written(
            ResultSet row, Class<R> kind, Duration untilNextTurn, boolean replayed) throws SQLException {
        var outcome = row.getString("outcome");
        var data = row.getString("data");
        var result = switch (outcome) {
            case "created", "deleted", "undone", "checked", "done" ->
                data == null ? new WriteResult.Done() : new WriteResult.Undone(data, UndoReport.of(data));
            case "closed" -> new WriteResult.Closed(true);
            case "contended" -> new WriteResult.Closed(false);
            case "unnamed" -> new WriteResult.ArtNosUnknown(Columns.numbers(row, "places"), row.getInt("count"));
            case "missing" -> new WriteResult.ProductsUnknown(Columns.numbers(row, "products"));
            case "crowded" -> new WriteResult.ColoursTooMany(Columns.numbers(row, "products"));
            case "full" -> new WriteResult.EntriesTooMany(Columns.numbers(row, "products"));
            case "changed" ->
                new WriteResult.Changed(
                        Columns.numbers(row, "places"),
                        Arrays.asList(
                                (@Nullable Integer[]) row.getArray("stocks").getArray()),
                        row.getInt("count"));
            case "large" -> new WriteResult.DeletedTooMany(row.getInt("count"));
            case "unknown" -> new WriteResult.PushUnknown();
            case "final" -> new WriteResult.PushFinal();
            case "conflict" -> new WriteResult.Conflict(UndoReport.of(data));
            default -> throw new IllegalStateException(outcome);
        };
        return new Written<>(kind.cast(result), row.getObject("push", Long.class), untilNextTurn, replayed);
    }
}
