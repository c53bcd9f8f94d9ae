package stockroom.catalog.stock;

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
        request.warnOfQuery();
        var order = request.read(body -> StockOrderReader.read(body, request.warnings()));
        var attempt = withoutKey.withKey(request, order.hasDeltas());
        try (var turn = turns.begin(caller, attempt.key(), order.names)) {
            var kept = turn.await(CreateResult.class);
            var created =
                    kept.orElseGet(() -> turn.write(products -> turns.store.create(caller, order, products, attempt)));
            return switch (created.result()) {
                case WriteResult.Done() ->
                    Answer.success(new StockWritten(true, "", created.push()), created.headers());
                case WriteResult.Closed _ -> throw WriteTurns.tooSoon(created.untilNextTurn());
                case WriteResult.ArtNosUnknown unknown -> order.names.refuse(unknown, created.headers());
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

    /// A range has several entries at one place, each with its own stock.
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
        var at = entry.place().toString();
        var violation =
                entry.delta() ? outOfBounds(at, entry.quantity(), stock) : notAsExpected(at, entry.expected(), stock);
        return violation.with("stock", stock);
    }

    /// A missing entry counts as 0, so an increase of it is never too large.
    private static Violation outOfBounds(String at, int delta, @Nullable Integer stock) {
        if (stock == null) {
            return Violation.at(at, CatalogMessage.NO_STOCK_TO_REDUCE, delta);
        }
        var message = delta < 0 ? CatalogMessage.STOCK_BELOW_ZERO : CatalogMessage.STOCK_TOO_LARGE;
        return Violation.at(at, message, stock.toString(), delta);
    }

    private static Violation notAsExpected(String at, @Nullable Integer expected, @Nullable Integer stock) {
        if (stock == null) {
            return Violation.at(at, CatalogMessage.STOCK_GONE, String.valueOf(expected));
        }
        return expected == null || expected < 0
                ? Violation.at(at, CatalogMessage.STOCK_UNEXPECTED, stock.toString())
                : Violation.at(at, CatalogMessage.STOCK_CHANGED_MEANWHILE, expected.toString(), stock.toString());
    }
}
