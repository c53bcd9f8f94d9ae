package stockroom.catalog;

import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import stockroom.auth.Caller;
import stockroom.auth.MerchantEndpoint;
import stockroom.catalog.ledger.Cursor;
import stockroom.catalog.ledger.LedgerMessage;
import stockroom.catalog.ledger.LedgerStore;
import stockroom.catalog.ledger.LedgerStore.Filter;
import stockroom.catalog.ledger.Push;
import stockroom.database.MerchantNodes;
import stockroom.database.MerchantNodes.PerNode;
import stockroom.http.Answer;
import stockroom.http.Request;
import stockroom.http.failure.Failure;
import stockroom.http.failure.Violations;
import stockroom.http.input.FieldNames;
import stockroom.http.input.Numbers;
import stockroom.http.input.Parameters;

/// POST /Stock/History
public final class HistoryEndpoint implements MerchantEndpoint {
    private static final FieldNames FIELDS = FieldNames.inAnyCase("productid", "color", "size", "cursor", "limit");
    private static final int DEFAULT_LIMIT = 20;
    private static final int MAX_LIMIT = 100;

    private final PerNode<LedgerStore> ledger;
    private final PerNode<StockStore> stock;

    public HistoryEndpoint(MerchantNodes nodes) {
        this.ledger = nodes.each(LedgerStore::new);
        this.stock = nodes.each(StockStore::new);
    }

    record StockHistory(
            boolean success,
            String msg,
            List<Push> data,
            @Nullable String cursor) {}

    @Override
    public Answer answer(Caller caller, Request request) {
        var asked = parse(request.formOrJson(FIELDS));
        request.startWork();
        var scope = new Cursor.Scope(caller.merchant(), "history " + asked.product + " " + asked.filter);
        var store = ledger.of(caller.merchantHash());
        var now = store.state(caller.merchant());
        // what is pushed meanwhile shifts nothing
        var before = asked.cursor
                .map(text -> Cursor.of(text, scope))
                .orElseGet(() -> new Cursor(now.epoch(), now.last() + 1, Cursor.LATEST));
        if (before.epoch() != now.epoch()) {
            return Answer.refused(LedgerMessage.CURSOR_BEFORE_RESTORE);
        }
        if (asked.cursor.isPresent() && before.push() > now.last()) {
            throw Cursor.invalid(asked.cursor.get());
        }
        var found = store.history(caller.merchant(), asked.product, asked.filter, before, asked.limit);
        if (found.pushes().isEmpty()
                && !stock.of(caller.merchantHash()).hasProduct(caller.merchant(), asked.product)
                && !store.hasHistory(caller.merchant(), asked.product)) {
            return Answer.refused(CatalogMessage.PRODUCT_UNKNOWN);
        }
        var next = found.next().map(cursor -> cursor.text(scope)).orElse(null);
        return Answer.success(new StockHistory(true, "", found.pushes(), next));
    }

    private record Asked(int product, Filter filter, Optional<String> cursor, int limit) {}

    private static Asked parse(Parameters parameters) {
        int product = parameters.requiredId("productid");
        var violations = new Violations();
        int limit = ChangesEndpoint.limit(parameters, violations, DEFAULT_LIMIT, MAX_LIMIT);
        var colour = parameters.text("color").map(text -> {
            try {
                return StockOrderReader.colour(text);
            } catch (Failure.BadRequest e) {
                violations.add("color", e);
                return text;
            }
        });
        var size = parameters.text("size").map(text -> {
            var range = SizeRange.parseSingle(text);
            if (range.isEmpty()) {
                violations.add("size", CatalogMessage.SIZE_INVALID, Numbers.excerpt(text));
            }
            return range.orElse(1);
        });
        violations.throwIfAny();
        return new Asked(product, new Filter(colour.orElse(null), size.orElse(null)), parameters.text("cursor"), limit);
    }
}
