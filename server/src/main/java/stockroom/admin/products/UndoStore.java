package stockroom.admin.products;

import java.util.HashMap;
import java.util.Map;
import org.jdbi.v3.core.Handle;
import stockroom.admin.operators.OperatorRequestStore;
import stockroom.audit.AuditStore;
import stockroom.audit.AuditStore.Subject;
import stockroom.audit.Operator;
import stockroom.auth.MerchantId;
import stockroom.catalog.ledger.Attempt;
import stockroom.catalog.ledger.OperatorLedgerStore;
import stockroom.catalog.ledger.PushWatchStore;
import stockroom.catalog.stock.StockWriteStore;
import stockroom.catalog.stock.StockWriteStore.Undo;
import stockroom.catalog.stock.UndoReport;
import stockroom.catalog.stock.WriteResult;
import stockroom.catalog.stock.WriteResult.UndoResult;
import stockroom.catalog.stock.WriteResult.Written;
import stockroom.database.Database;
import stockroom.merchants.MerchantLockStore;

public final class UndoStore {
    private final Database database;

    public UndoStore(Database database) {
        this.database = database;
    }

    Written<UndoResult> undo(Operator by, MerchantId merchant, Undo undo, Attempt attempt) {
        return database.inTransaction("operator undo", handle -> {
            if (!attempt.dryRun()) {
                OperatorRequestStore.claim(handle, by);
            }
            MerchantLockStore.lock(handle, merchant);
            var undone = StockWriteStore.undo(handle, merchant, by.name(), undo, attempt);
            if (undone.push() != null && undone.result() instanceof WriteResult.Undone(var _, var report)) {
                log(handle, by, merchant, undo.push(), undone.push(), report);
                PushWatchStore.tell(handle, merchant, undone.push());
            }
            return undone;
        });
    }

    private static void log(
            Handle handle, Operator by, MerchantId merchant, long push, long undoneBy, UndoReport report) {
        var undone = OperatorLedgerStore.find(handle, merchant, push).orElseThrow();
        var before = Map.of("kind", undone.kind(), "products", undone.products(), "entries", undone.entries());
        var after = new HashMap<String, Object>(before);
        after.putAll(Map.of("undoneBy", undoneBy, "undone", report.undone(), "conflicts", report.conflicts()));
        AuditStore.write(handle, by, "stock.undo", Subject.of("push", push, merchant), before, after);
    }
}
