package stockroom.catalog;

import java.time.Duration;
import java.util.Locale;
import java.util.Optional;
import stockroom.auth.Caller;
import stockroom.auth.MerchantEndpoint;
import stockroom.catalog.StockStore.Created;
import stockroom.catalog.StockStore.Outcome;
import stockroom.database.MerchantNodes;
import stockroom.database.MerchantNodes.PerNode;
import stockroom.http.Answer;
import stockroom.http.Request;
import stockroom.http.failure.Excerpt;
import stockroom.http.failure.Failure;
import stockroom.http.failure.Violation;
import stockroom.limits.Limits;
import stockroom.limits.LockBulkhead;
import stockroom.limits.RateLimitHeaders;
import stockroom.limits.RefusalCache;

/// POST /Stock/Creat
public final class CreateStockEndpoint implements MerchantEndpoint {
    private final PerNode<StockStore> stock;
    private final RefusalCache<Caller> turns = new RefusalCache<>();
    private final LockBulkhead bulkhead;

    public CreateStockEndpoint(MerchantNodes nodes, Duration maxWait) {
        this.stock = nodes.each(StockStore::new);
        this.bulkhead = new LockBulkhead(maxWait);
    }

    record StockCreated(boolean success, String msg) {}

    @Override
    public Answer answer(Caller caller, Request request) {
        request.requireContentType("application/json");
        boolean dryRun = dryRun(request);
        var order = StockOrderReader.read(request.body());
        refuseIfClosed(caller);
        return answer(bulkhead.run(caller.merchant(), order.products(), () -> {
            // another request of the caller may have taken the turn while this one waited
            refuseIfClosed(caller);
            return turns.ask(
                    caller,
                    () -> stock.of(caller.merchantHash()).create(caller, order, Limits.CREATE_INTERVAL, dryRun),
                    CreateStockEndpoint::closedFor);
        }));
    }

    private void refuseIfClosed(Caller caller) {
        turns.closedFor(caller).ifPresent(wait -> {
            throw tooSoon(wait);
        });
    }

    private static Answer answer(Created created) {
        var products = Excerpt.of(created.products());
        return switch (created.outcome()) {
            case CREATED, CHECKED ->
                Answer.success(new StockCreated(true, ""), RateLimitHeaders.createStock(created.untilNextTurn()));
            case MISSING -> refused(created, CatalogMessage.PRODUCTS_UNKNOWN, products);
            case CROWDED -> refused(created, CatalogMessage.COLORS_TOO_MANY, Limits.COLOURS_PER_PRODUCT, products);
            case FULL -> refused(created, CatalogMessage.PRODUCT_FULL, Limits.ENTRIES_PER_PRODUCT, products);
            case CLOSED, CONTENDED -> throw tooSoon(created.untilNextTurn());
        };
    }

    private static Answer refused(Created created, CatalogMessage message, Object... values) {
        var headers = RateLimitHeaders.createStock(created.untilNextTurn());
        return new Answer.Refusal(Violation.of(message, values), created.products(), headers);
    }

    /// How long a contended turn stays closed is unknown: the request that has it is still running, and may fail.
    private static Optional<Duration> closedFor(Created created) {
        return created.outcome() == Outcome.CONTENDED ? Optional.empty() : Optional.of(created.untilNextTurn());
    }

    private static Failure tooSoon(Duration wait) {
        var violation = Violation.of(
                CatalogMessage.CREATE_TOO_SOON, Limits.CREATE_INTERVAL.toSeconds(), Limits.GROUPS_PER_REQUEST);
        return new Failure.Limited(violation, wait, RateLimitHeaders.createStock(wait));
    }

    private static boolean dryRun(Request request) {
        return request.header("Dry-Run")
                .map(value -> switch (value.strip().toLowerCase(Locale.ROOT)) {
                    case "true" -> true;
                    case "false", "" -> false;
                    default ->
                        throw new Failure.BadRequest(
                                Violation.at("Dry-Run", CatalogMessage.DRY_RUN_INVALID, Excerpt.of(value)));
                })
                .orElse(false);
    }
}
