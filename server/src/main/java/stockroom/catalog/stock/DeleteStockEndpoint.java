package stockroom.catalog.stock;

import stockroom.auth.Caller;
import stockroom.auth.MerchantEndpoint;
import stockroom.catalog.CatalogMessage;
import stockroom.catalog.ledger.Attempt;
import stockroom.catalog.stock.CreateStockEndpoint.StockWritten;
import stockroom.catalog.stock.WriteResult.DeleteResult;
import stockroom.http.Answer;
import stockroom.http.Request;
import stockroom.http.failure.Excerpt;
import stockroom.limits.Limits;

/// POST /Stock/Delete
public final class DeleteStockEndpoint implements MerchantEndpoint {
    private final WriteTurns turns;

    public DeleteStockEndpoint(WriteTurns turns) {
        this.turns = turns;
    }

    @Override
    public Answer answer(Caller caller, Request request) {
        turns.show(caller, request);
        request.requireContentType(Request.JSON);
        var withoutKey = Attempt.of(request);
        request.warnOfQuery();
        var deletions = request.read(body -> StockDeletionReader.read(body, request.warnings()));
        var attempt = withoutKey.withKey(request, true);
        var names = ProductNames.of(deletions);
        try (var turn = turns.begin(caller, attempt.key(), names)) {
            var kept = turn.await(DeleteResult.class);
            var deleted = kept.orElseGet(
                    () -> turn.write(products -> turns.store.delete(caller, deletions, products, attempt)));
            return switch (deleted.result()) {
                case WriteResult.Done() ->
                    Answer.success(new StockWritten(true, "", deleted.push()), deleted.headers());
                case WriteResult.Closed _ -> throw WriteTurns.tooSoon(deleted.untilNextTurn());
                case WriteResult.ArtNosUnknown unknown -> names.refuse(unknown, deleted.headers());
                case WriteResult.ProductsUnknown(var unknown) ->
                    Answer.refused(deleted.headers(), unknown, CatalogMessage.PRODUCTS_UNKNOWN, Excerpt.of(unknown));
                case WriteResult.DeletedTooMany(var count) ->
                    Answer.refused(
                            deleted.headers(), CatalogMessage.DELETED_TOO_MANY, count, Limits.ENTRIES_PER_REQUEST);
            };
        }
    }
}
