package stockroom.catalog.detail;

import java.time.Duration;
import java.util.List;
import java.util.Map;
import stockroom.auth.Caller;
import stockroom.auth.MerchantEndpoint;
import stockroom.catalog.CatalogMessage;
import stockroom.catalog.detail.DetailStore.Fetched;
import stockroom.database.Database;
import stockroom.http.Answer;
import stockroom.http.Request;
import stockroom.http.failure.Excerpt;
import stockroom.http.failure.Failure;
import stockroom.http.failure.Violation;
import stockroom.http.input.Encoding;
import stockroom.http.input.FieldNames;
import stockroom.http.input.Parameters;
import stockroom.limits.Limits;
import stockroom.limits.LockBulkhead;
import stockroom.limits.RateLimitHeaders;
import stockroom.limits.RefusalCache;

/// POST /Product/Detail
public final class ProductDetailEndpoint implements MerchantEndpoint {
    private static final FieldNames PID = FieldNames.inAnyCaseAsSent("pid");

    private final DetailStore details;
    private final Limits limits;
    private final RefusalCache refusals;
    private final LockBulkhead bulkhead;

    public ProductDetailEndpoint(Database database, Limits limits, Duration maxWait, RefusalCache refusals) {
        this.details = new DetailStore(database, limits);
        this.limits = limits;
        this.bulkhead = new LockBulkhead(maxWait);
        this.refusals = refusals;
    }

    record Detail(boolean success, String msg, ProductDetail data) {}

    @Override
    public Answer answer(Caller caller, Request request) {
        var day = RefusalCache.day(caller);
        refusals.closedFor(day).ifPresent(toMidnight -> request.answerWith(usedUp(caller, toMidnight)));
        int product = productId(request);
        refuseIfUsedUp(caller);
        try (var _ = bulkhead.enter(caller.merchant(), List.of(details.storeOf(caller.merchant(), caller.account())))) {
            // Requests that ran before this one may have used up the day.
            refuseIfUsedUp(caller);
            long asked = System.nanoTime();
            var fetched = details.fetch(caller, product);
            if (fetched instanceof Fetched.DayUsedUp(var toMidnight)) {
                refusals.remember(day, asked, toMidnight);
            }
            return answer(caller, fetched);
        }
    }

    private void refuseIfUsedUp(Caller caller) {
        refusals.closedFor(RefusalCache.day(caller)).ifPresent(toMidnight -> {
            throw dayUsedUp(caller, toMidnight);
        });
    }

    private Answer answer(Caller caller, Fetched fetched) {
        return switch (fetched) {
            case Fetched.Delivered(var detail, var usage) ->
                Answer.success(new Detail(true, "", detail), usage.headers(caller.limits()));
            case Fetched.Unknown(var fetchedToday, var toMidnight) ->
                Answer.refused(
                        RateLimitHeaders.day(caller.limits(), fetchedToday, toMidnight),
                        CatalogMessage.PRODUCT_UNKNOWN);
            case Fetched.DayUsedUp(var toMidnight) -> throw dayUsedUp(caller, toMidnight);
            case Fetched.Unpublished(var due, var withResult, var owing, var usage) ->
                Answer.refused(
                        usage.headers(caller.limits()),
                        CatalogMessage.PUBLISH_RESULTS_MISSING,
                        withResult,
                        due,
                        limits.publishGrace().toHours(),
                        Excerpt.of(owing));
            case Fetched.StoreFull(var usage) ->
                Answer.refused(
                        usage.headers(caller.limits()),
                        CatalogMessage.STORE_PRODUCTS_USED_UP,
                        usage.storeProducts(),
                        Limits.productsPerStore(caller.limits()));
        };
    }

    private Failure dayUsedUp(Caller caller, Duration toMidnight) {
        return new Failure.Limited(
                Violation.of(
                        CatalogMessage.DAILY_FETCHES_USED_UP,
                        Limits.fetchesPerDay(caller.limits()),
                        limits.dayZone().getId()),
                toMidnight,
                usedUp(caller, toMidnight));
    }

    private static Map<String, String> usedUp(Caller caller, Duration toMidnight) {
        return RateLimitHeaders.day(caller.limits(), Limits.fetchesPerDay(caller.limits()), toMidnight);
    }

    /// Reads the id from a form, the query string or a JSON object. Callers may send JSON without its type, so
    /// a body that looks like JSON is also read as JSON.
    private static int productId(Request request) {
        boolean saysJson = request.saysJson();
        if (saysJson) {
            request.requireContentType(Request.JSON);
        }
        return request.read(body -> {
            boolean isJson = saysJson ? body.length > 0 : Encoding.looksLikeJson(body);
            var parameters = isJson
                    ? Parameters.ofJson(body, PID, request.warnings())
                            .orElse(request.parameters(PID).ofQuery())
                    : request.parameters(PID).ofForm();
            return parameters.requiredId("pid");
        });
    }
}
