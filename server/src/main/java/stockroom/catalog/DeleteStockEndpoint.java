package stockroom.catalog;

import java.util.List;
import org.jspecify.annotations.Nullable;
import stockroom.auth.Caller;
import stockroom.auth.MerchantEndpoint;
import stockroom.catalog.StockWriteStore.Attempt;
import stockroom.catalog.ledger.Reference;
import stockroom.catalog.ledger.StockWrites;
import stockroom.catalog.ledger.StockWrites.Work;
import stockroom.catalog.ledger.StockWrites.Written;
import stockroom.database.MerchantNodes;
import stockroom.database.MerchantNodes.PerNode;
import stockroom.http.Answer;
import stockroom.http.Request;
import stockroom.http.failure.Excerpt;
import stockroom.http.failure.Violation;
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
        var reference = Reference.of(request);
        var deletions = request.read(StockDeletionReader::read);
        var key = StockWrites.key(request, dryRun, true);
        var store = stock.of(caller.merchantHash());
        return writes.run(
                caller,
                key,
                new Work(
                        deletions.stream().map(StockDeletion::product).toList(),
                        given -> store.delete(
                                caller,
                                deletions,
                                new Attempt(Limits.CREATE_INTERVAL, dryRun, request.id(), reference, given)),
                        DeleteStockEndpoint::answer));
    }

    private static Answer answer(Written deleted) {
        var products = deleted.refused().products();
        return switch (deleted.outcome()) {
            case "deleted", "checked", Written.DONE_BEFORE ->
                Answer.success(new StockDeleted(true, "", deleted.push()), deleted.headers());
            case "missing" ->
                new Answer.Refusal(
                        List.of(Violation.of(CatalogMessage.PRODUCTS_UNKNOWN, Excerpt.of(products))),
                        1,
                        products,
                        deleted.headers());
            case "large" ->
                Answer.refused(
                        deleted.headers(),
                        CatalogMessage.DELETED_TOO_MANY,
                        deleted.refused().count(),
                        Limits.ENTRIES_PER_REQUEST);
            default -> throw new IllegalStateException(deleted.outcome());
        };
    }
}
