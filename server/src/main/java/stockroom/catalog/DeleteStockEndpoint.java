package stockroom.catalog;

import org.jspecify.annotations.Nullable;
import stockroom.auth.Caller;
import stockroom.auth.MerchantEndpoint;
import stockroom.catalog.StockWriteStore.Attempt;
import stockroom.catalog.ledger.StockWrites;
import stockroom.catalog.ledger.StockWrites.Work;
import stockroom.catalog.ledger.StockWrites.Written;
import stockroom.database.MerchantNodes;
import stockroom.database.MerchantNodes.PerNode;
import stockroom.http.Answer;
import stockroom.http.Request;
import stockroom.limits.Limits;

/// POST /Stock/Delete
public final class DeleteStockEndpoint implements MerchantEndpoint {
    private final PerNode<StockWriteStore> stock;
    private final StockWrites writes;

    public DeleteStockEndpoint(MerchantNodes nodes, StockWrites writes) {
        this.stock = nodes.each(StockWriteStore::new);
        this.writes = writes;
    }

    record StockDeleted(
            boolean success, String msg, @Nullable Long push) {}

    @Override
    public Answer answer(Caller caller, Request request) {
        writes.showTurn(caller, request);
        request.requireContentType(Request.JSON);
        boolean dryRun = StockWrites.isDryRun(request);
        var deletions = request.read(StockDeletionReader::read);
        var key = StockWrites.key(request, dryRun, true);
        var store = stock.of(caller.merchantHash());
        return writes.run(
                caller,
                key,
                new Work<>(
                        deletions.stream().map(StockDeletion::product).toList(),
                        given -> store.delete(
                                caller, deletions, new Attempt(Limits.CREATE_INTERVAL, dryRun, request.id(), given)),
                        DeleteStockEndpoint::answer,
                        (push, _) -> new StockDeleted(true, "", push)));
    }

    private static Answer answer(Written<Integer> deleted) {
        return switch (deleted.outcome()) {
            case "deleted", "checked" -> Answer.success(new StockDeleted(true, "", deleted.push()), deleted.headers());
            case "large" ->
                Answer.refused(
                        deleted.headers(),
                        CatalogMessage.DELETED_TOO_MANY,
                        deleted.details(),
                        Limits.ENTRIES_PER_REQUEST);
            default -> throw new IllegalStateException(deleted.outcome());
        };
    }
}
