package stockroom.catalog.stock;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import stockroom.auth.Caller;
import stockroom.auth.MerchantEndpoint;
import stockroom.catalog.CatalogMessage;
import stockroom.catalog.ledger.Attempt;
import stockroom.catalog.stock.WriteResult.CreateResult;
import stockroom.http.Answer;
import stockroom.http.Request;
import stockroom.http.failure.Excerpt;
import stockroom.http.failure.Term;
import stockroom.http.failure.Violation;
import stockroom.http.failure.Violations;
import stockroom.limits.Limits;

/// POST /Stock/Creat
public final class CreateStockEndpoint implements MerchantEndpoint {
    private final WriteTurns turns;

    public CreateStockEndpoint(WriteTurns turns) {
        this.turns = turns;
    }

    record StockWritten(
            boolean success, String msg, @Nullable Long push) {}

    @Override
    public Answer answer(Caller caller, Request request) {
        turns.show(caller, request);
        request.requireContentType(Request.JSON);
        var withoutKey = Attempt.of(request);
        var order = request.read(StockOrderReader::read);
        var attempt = withoutKey.withKey(request, order.hasDeltas());
        try (var turn = turns.begin(caller, attempt.key())) {
            var kept = turn.await(CreateResult.class, order.products);
            var created = kept.orElseGet(() -> turn.end(turns.store.create(caller, order, attempt)));
            return switch (created.result()) {
                case WriteResult.Done() ->
                    Answer.success(new StockWritten(true, "", created.push()), created.headers());
                case WriteResult.Closed _ -> throw WriteTurns.tooSoon(created.untilNextTurn());
                case WriteResult.ProductsUnknown(var products) ->
                    Answer.refused(created.headers(), products, CatalogMessage.PRODUCTS_UNKNOWN, Excerpt.of(products));
                case WriteResult.ColoursTooMany(var products) ->
                    tooMany(products, CatalogMessage.COLORS_TOO_MANY, Limits.COLOURS_PER_PRODUCT, created.headers());
                case WriteResult.EntriesTooMany(var products) ->
                    tooMany(products, CatalogMessage.PRODUCT_FULL, Limits.ENTRIES_PER_PRODUCT, created.headers());
                case WriteResult.Changed changed -> refused(changed, order.conditional, created.headers());
            };
        }
    }

    private static Answer tooMany(
            List<Integer> products, CatalogMessage message, int max, Map<String, String> headers) {
        return Answer.refused(headers, products, message, max, Excerpt.of(products));
    }

    /// A range has several entries at one place, each with a stock of its own.
    private static Answer refused(
            WriteResult.Changed changed, List<StockOrder.Entry> entries, Map<String, String> headers) {
        var violations = new Violations();
        for (int i = 0; i < changed.places().size(); i++) {
            var entry = entries.get(changed.places().get(i) - 1);
            violations.add(violation(entry, changed.stocks().get(i)));
        }
        return new Answer.Refusal(violations.all(), changed.count(), List.of(), headers);
    }

    private static Violation violation(StockOrder.Entry entry, @Nullable Integer stock) {
        var values = new ArrayList<>();
        values.add(stock == null ? Term.NO_ENTRY : stock.toString());
        CatalogMessage message;
        if (!entry.delta()) {
            message = CatalogMessage.STOCK_CHANGED_MEANWHILE;
            var expected = entry.expected();
            values.addFirst(expected == null || expected < 0 ? Term.NO_ENTRY : expected.toString());
        } else {
            message = entry.quantity() < 0 ? CatalogMessage.STOCK_BELOW_ZERO : CatalogMessage.STOCK_TOO_LARGE;
            values.add(entry.quantity());
        }
        return Violation.at(entry.place().toString(), message, values.toArray()).with("stock", stock);
    }
}
