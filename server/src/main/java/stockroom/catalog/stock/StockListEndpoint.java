package stockroom.catalog.stock;

import com.fasterxml.jackson.annotation.JsonInclude;
import java.util.List;
import org.jspecify.annotations.Nullable;
import stockroom.auth.Caller;
import stockroom.auth.MerchantEndpoint;
import stockroom.catalog.CatalogMessage;
import stockroom.catalog.ledger.Cursor;
import stockroom.catalog.ledger.LedgerMessage;
import stockroom.catalog.ledger.LedgerStore;
import stockroom.catalog.ledger.PositionStore;
import stockroom.catalog.ledger.PositionStore.Position;
import stockroom.catalog.ledger.SuspectTimeStore;
import stockroom.catalog.stock.StockStore.Entries;
import stockroom.database.Database;
import stockroom.database.clock.ClockWatch;
import stockroom.http.Answer;
import stockroom.http.Request;
import stockroom.http.failure.Excerpt;
import stockroom.http.failure.Failure;
import stockroom.http.failure.Violation;
import stockroom.http.input.FieldNames;
import stockroom.http.input.Json;
import stockroom.http.input.Parameters;

/// POST /Stock/List
public final class StockListEndpoint implements MerchantEndpoint {
    private static final FieldNames PARAMETERS = FieldNames.inAnyCase("productid", "asOf", "fields");
    /// More changes of a product cost more than one read of the ledger may.
    private static final int MAX_CHANGES = LedgerStore.MAX_COST / LedgerStore.ROW_COST;

    private final StockStore stock;
    private final StockAsOfStore former;
    private final PositionStore positions;
    private final SuspectTimeStore suspects;

    public StockListEndpoint(Database database, ClockWatch clocks) {
        this.stock = new StockStore(database);
        this.former = new StockAsOfStore(database);
        this.positions = new PositionStore(database);
        this.suspects = new SuspectTimeStore(database, clocks);
    }

    record StockList(
            boolean success,
            List<StockEntry> data,
            String msg,

            @JsonInclude(JsonInclude.Include.NON_NULL) @Nullable
            String cursor) {}

    private static byte[] json(List<StockEntry> entries) {
        return Json.write(new StockList(true, entries, "", null));
    }

    @Override
    public Answer answer(Caller caller, Request request) {
        var form = request.parameters(PARAMETERS).ofFormAlone();
        int product = form.requiredId("productid");
        boolean withCursor = wantsCursor(form);
        var asOf = form.textOrBlank("asof").map(AsOf::parse);
        if (asOf.isPresent()) {
            return asOf(caller, product, asOf.get(), withCursor);
        }
        if (withCursor) {
            return withCursor(caller, product);
        }
        return switch (stock.entriesOf(caller.merchant(), product)) {
            case Entries.Found(var entries) -> Answer.success(new StockList(true, entries, "", null));
            case Entries.Many() ->
                stock.longList(caller.merchant(), product, StockListEndpoint::json)
                        .map(Answer::success)
                        .orElseGet(() -> Answer.refused(CatalogMessage.PRODUCT_UNKNOWN));
            case Entries.NoStock() -> Answer.refused(CatalogMessage.STOCK_NOT_ADDED, product);
            case Entries.NoProduct() -> Answer.refused(CatalogMessage.PRODUCT_UNKNOWN);
        };
    }

    static boolean wantsCursor(Parameters parameters) {
        var fields = parameters.text("fields");
        if (fields.isEmpty()) {
            return false;
        }
        for (var name : fields.get().split(",", 3)) {
            if (!name.strip().equalsIgnoreCase("cursor")) {
                throw Failure.badRequest("fields", CatalogMessage.FIELDS_INVALID, Excerpt.of(name.strip()), "cursor");
            }
        }
        return true;
    }

    private Answer withCursor(Caller caller, int product) {
        var read = stock.batchWithCursor(caller.merchant(), List.of(product));
        if (!read.missing().isEmpty()) {
            return Answer.refused(CatalogMessage.PRODUCT_UNKNOWN);
        }
        return answer(product, read.stock().getFirst().stock(), read.cursor());
    }

    private Answer asOf(Caller caller, int product, AsOf asOf, boolean withCursor) {
        if (asOf instanceof AsOf.Time(var at)
                && suspects.isSuspect(caller.merchant(), at, () -> positions.nextPush(caller.merchant(), at))) {
            return Answer.refused(LedgerMessage.AS_OF_CLOCK_SUSPECT, asOf);
        }
        requirePast(caller, asOf);
        var then = former.entriesOf(caller.merchant(), product, asOf);
        // Read last: a position that is kept now was also kept when the ledger was read.
        var position = switch (asOf) {
            case AsOf.Time(var at) -> positions.afterTime(caller.merchant(), at, withCursor);
            case AsOf.AfterPush(var push) -> positions.afterPush(caller.merchant(), push);
        };
        if (then instanceof Entries.NoProduct && !stock.hasProduct(caller.merchant(), product)) {
            return Answer.refused(CatalogMessage.PRODUCT_UNKNOWN);
        }
        if (then instanceof Entries.Many || !(position instanceof Position.Known(var cursor))) {
            return Answer.refused(LedgerMessage.AS_OF_TOO_FAR, asOf, MAX_CHANGES);
        }
        var entries = then instanceof Entries.Found(var found) ? found : List.<StockEntry>of();
        return answer(product, entries, withCursor ? cursor.text(Cursor.Scope.changes(caller.merchant())) : null);
    }

    /// Refuses a point in the future, whose state may still change.
    private void requirePast(Caller caller, AsOf asOf) {
        switch (asOf) {
            case AsOf.Time(var at) -> {
                var clock = positions.settle(caller.merchant(), at);
                if (clock.isPresent()) {
                    throw Failure.badRequest("asOf", LedgerMessage.AS_OF_IN_FUTURE, asOf, new AsOf.Time(clock.get()));
                }
            }
            case AsOf.AfterPush(var push) -> {
                if (positions.afterPush(caller.merchant(), push) instanceof Position.Ahead(var last)) {
                    throw Failure.badRequest("asOf", LedgerMessage.AS_OF_AFTER_LAST, push, last);
                }
            }
        }
    }

    private static Answer answer(int product, List<StockEntry> entries, @Nullable String cursor) {
        if (!entries.isEmpty()) {
            return Answer.success(new StockList(true, entries, "", cursor));
        }
        var notAdded = Violation.of(CatalogMessage.STOCK_NOT_ADDED, product);
        return Answer.refused(cursor == null ? notAdded : notAdded.with("cursor", cursor));
    }
}
