package stockroom.catalog;

import java.time.Duration;
import java.util.Locale;
import java.util.Optional;
import stockroom.auth.Caller;
import stockroom.auth.MerchantEndpoint;
import stockroom.catalog.StockStore.Created;
import stockroom.catalog.StockStore.Outcome;
import stockroom.database.Database;
import stockroom.http.Answer;
import stockroom.http.Failure;
import stockroom.http.Fault;
import stockroom.http.Message;
import stockroom.http.Request;
import stockroom.http.Shown;
import stockroom.limits.KnownClosed;
import stockroom.limits.Limits;
import stockroom.limits.RateLimitHeaders;

/// POST /Stock/Creat
public final class CreateStockEndpoint implements MerchantEndpoint {
    private final StockStore stock;
    private final KnownClosed<Caller> turns = new KnownClosed<>();

    public CreateStockEndpoint(Database database) {
        this.stock = new StockStore(database);
    }

    record StockCreated(boolean success, String msg) {}

    @Override
    public Answer answer(Caller caller, Request request) {
        request.requireContentType("application/json");
        boolean dryRun = dryRun(request);
        var order = StockOrderReader.read(request.body());
        var closed = turns.closedFor(caller);
        if (closed.isPresent()) {
            throw tooSoon(closed.get());
        }
        var created = turns.ask(caller, () -> stock.create(caller, order, dryRun), CreateStockEndpoint::closedFor);
        return answer(created);
    }

    private static Answer answer(Created created) {
        var headers = RateLimitHeaders.createStock(created.untilNextTurn());
        return switch (created.outcome()) {
            case CREATED, CHECKED -> Answer.success(new StockCreated(true, ""), headers);
            case MISSING -> Answer.refused(headers, Message.PRODUCTS_UNKNOWN, Shown.of(created.products()));
            case CROWDED ->
                Answer.refused(
                        headers, Message.COLORS_TOO_MANY, Limits.COLOURS_PER_PRODUCT, Shown.of(created.products()));
            case CLOSED, CONTENDED -> throw tooSoon(created.untilNextTurn());
        };
    }

    /// Nobody knows how long a contended turn stays closed: its winner is still at work, and may yet fail.
    private static Optional<Duration> closedFor(Created created) {
        return created.outcome() == Outcome.CONTENDED ? Optional.empty() : Optional.of(created.untilNextTurn());
    }

    private static Failure tooSoon(Duration wait) {
        var fault = Fault.of(Message.CREATE_TOO_SOON, Limits.CREATE_INTERVAL.toSeconds(), Limits.GROUPS_PER_REQUEST);
        return new Failure.Limited(fault, wait, RateLimitHeaders.createStock(wait));
    }

    private static boolean dryRun(Request request) {
        return request.header("Dry-Run")
                .map(value -> switch (value.strip().toLowerCase(Locale.ROOT)) {
                    case "true" -> true;
                    case "false", "" -> false;
                    default ->
                        throw new Failure.BadRequest(Fault.at("Dry-Run", Message.DRY_RUN_INVALID, Shown.of(value)));
                })
                .orElse(false);
    }
}
