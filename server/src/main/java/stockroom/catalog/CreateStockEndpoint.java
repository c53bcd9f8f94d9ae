package stockroom.catalog;

import java.util.ArrayList;
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
import stockroom.http.failure.Term;
import stockroom.http.failure.Violation;
import stockroom.http.failure.Violations;
import stockroom.limits.Limits;

/// POST /Stock/Creat
public final class CreateStockEndpoint implements MerchantEndpoint {
    private final PerNode<StockWriteStore> stock;
    private final StockWrites writes;

    public CreateStockEndpoint(MerchantNodes nodes, StockWrites writes) {
        this.stock = nodes.each(StockWriteStore::new);
        this.writes = writes;
    }

    record StockCreated(
            boolean success, String msg, @Nullable Long push) {}

    @Override
    public Answer answer(Caller caller, Request request) {
        writes.showTurn(caller, request);
        request.requireContentType(Request.JSON);
        boolean dryRun = StockWrites.isDryRun(request);
        var reference = Reference.of(request);
        var order = request.read(StockOrderReader::read);
        var key = StockWrites.key(request, dryRun, order.hasDeltas());
        var store = stock.of(caller.merchantHash());
        return writes.run(
                caller,
                key,
                new Work(
                        order.products,
                        given -> store.create(
                                caller,
                                order,
                                new Attempt(Limits.CREATE_INTERVAL, dryRun, request.id(), reference, given)),
                        created -> answer(created, order)));
    }

    private static Answer answer(Written created, StockOrder order) {
        var products = Excerpt.of(created.refused().products());
        return switch (created.outcome()) {
            case "created", "checked", Written.DONE_BEFORE ->
                Answer.success(new StockCreated(true, "", created.push()), created.headers());
            case "missing" -> refused(created, CatalogMessage.PRODUCTS_UNKNOWN, products);
            case "crowded" -> refused(created, CatalogMessage.COLORS_TOO_MANY, Limits.COLOURS_PER_PRODUCT, products);
            case "full" -> refused(created, CatalogMessage.PRODUCT_FULL, Limits.ENTRIES_PER_PRODUCT, products);
            case "changed" -> changed(created, order.conditional);
            default -> throw new IllegalStateException(created.outcome());
        };
    }

    private static Answer refused(Written created, CatalogMessage message, Object... values) {
        return new Answer.Refusal(
                List.of(Violation.of(message, values)), 1, created.refused().products(), created.headers());
    }

    /// A range has several entries at one place, each with a stock of its own.
    private static Answer changed(Written created, List<StockOrder.Entry> entries) {
        var violations = new Violations();
        for (var each : created.refused().entries()) {
            violations.add(violation(entries.get(each.index()), each.stock()));
        }
        return new Answer.Refusal(violations.all(), created.refused().count(), List.of(), created.headers());
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
