package stockroom.admin.products;

import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jdbi.v3.core.Handle;
import org.jspecify.annotations.Nullable;
import stockroom.audit.AuditStore;
import stockroom.audit.AuditStore.Subject;
import stockroom.audit.MerchantLockStore;
import stockroom.audit.Operator;
import stockroom.audit.OperatorRequestStore;
import stockroom.auth.MerchantId;
import stockroom.catalog.ledger.OperatorLedgerStore;
import stockroom.catalog.ledger.PushWatchStore;
import stockroom.database.Database;
import stockroom.limits.Limits;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/// Undoes pushes for operators, who have no turn and may undo anybody's.
public final class UndoStore {
    private static final String UNDO = """
            SELECT outcome, push, data
            FROM undo_push(
                p_merchant => :merchant, p_account => NULL, p_application => NULL, p_operator => :operator,
                p_interval_millis => 0, p_dry_run => :dryRun, p_push => :push, p_all => :all,
                p_most_colours => :colours, p_most_entries => :entries,
                p_request => :request, p_reference => :reference, p_key => NULL, p_request_hash => NULL)
            """;

    private static final JsonMapper JSON = JsonMapper.shared();

    private final Database database;

    public UndoStore(Database database) {
        this.database = database;
    }

    /// A push to undo.
    ///
    /// @param all whether a single conflict refuses everything
    record Undo(long push, boolean all, boolean dryRun, Optional<String> reference) {}

    /// What became of it.
    sealed interface Outcome {}

    /// As the interface answers it.
    ///
    /// @param push that undid it; null where nothing changed
    /// @param undone entries that are as before the push again
    /// @param skipped the first of the conflicts
    record Undone(@Nullable Long push, int undone, int conflicts, List<Skipped> skipped) implements Outcome {}

    /// There is no such push, or it is no longer kept.
    record Unknown() implements Outcome {}

    /// It deleted a product, which cannot be undone.
    record Final() implements Outcome {}

    /// Nothing was undone, since all was asked for.
    record Conflict(int entries) implements Outcome {}

    /// An entry that is neither as the push left it nor as it was before, or that has no place any more.
    ///
    /// @param reason `changed`, `product_deleted`, `product_full` or `colours_full`
    record Skipped(
            int productId,
            String color,
            int size,
            @Nullable Integer left,
            @Nullable Integer stock,
            String reason) {}

    Outcome undo(Operator by, MerchantId merchant, Undo undo) {
        return database.inTransaction("operator undo", handle -> {
            if (!undo.dryRun) {
                OperatorRequestStore.claim(handle, by);
            }
            MerchantLockStore.lock(handle, merchant);
            var outcome = handle.createQuery(UNDO)
                    .bind("merchant", merchant.value())
                    .bind("operator", by.name())
                    .bind("dryRun", undo.dryRun)
                    .bind("push", undo.push)
                    .bind("all", undo.all)
                    .bind("colours", Limits.COLOURS_PER_PRODUCT)
                    .bind("entries", Limits.ENTRIES_PER_PRODUCT)
                    .bind("request", by.requestId())
                    .bind("reference", undo.reference.orElse(null))
                    .map((row, _) -> outcome(row))
                    .one();
            if (outcome instanceof Undone undone && undone.push != null) {
                log(handle, by, merchant, undo.push, undone);
                PushWatchStore.tell(handle, merchant, undone.push);
            }
            return outcome;
        });
    }

    private static Outcome outcome(ResultSet row) throws SQLException {
        var outcome = row.getString("outcome");
        return switch (outcome) {
            case "undone", "checked" -> undone(row.getObject("push", Long.class), data(row));
            case "unknown" -> new Unknown();
            case "final" -> new Final();
            case "conflict" -> new Conflict(data(row).path("conflicts").asInt());
            default -> throw new IllegalStateException(outcome);
        };
    }

    private static JsonNode data(ResultSet row) throws SQLException {
        return JSON.readTree(row.getString("data"));
    }

    private static Undone undone(@Nullable Long push, JsonNode data) {
        var skipped = data.path("skipped")
                .valueStream()
                .map(entry -> new Skipped(
                        entry.path("productid").asInt(),
                        entry.path("color").asString(),
                        entry.path("size").asInt(),
                        quantity(entry.path("left")),
                        quantity(entry.path("stock")),
                        entry.path("reason").asString()))
                .toList();
        return new Undone(
                push, data.path("undone").asInt(), data.path("conflicts").asInt(), skipped);
    }

    private static @Nullable Integer quantity(JsonNode value) {
        return value.isNull() ? null : value.asInt();
    }

    /// A push that was undone, in the audit log: what is in both is the push as it is.
    private record Logged(
            String kind,
            int products,
            int entries,
            @Nullable Long undoneBy,
            int undone,
            int conflicts) {}

    private static void log(Handle handle, Operator by, MerchantId merchant, long push, Undone undone) {
        var before = OperatorLedgerStore.find(handle, merchant, push).orElseThrow();
        AuditStore.write(
                handle,
                by,
                "stock.undo",
                Subject.of("push", push, merchant),
                Map.of("kind", before.kind(), "products", before.products(), "entries", before.entries()),
                new Logged(
                        before.kind(),
                        before.products(),
                        before.entries(),
                        undone.push,
                        undone.undone,
                        undone.conflicts));
    }
}
