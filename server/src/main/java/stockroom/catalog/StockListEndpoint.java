package stockroom.catalog;

import java.time.DateTimeException;
import java.time.Instant;
import java.time.OffsetDateTime;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.time.temporal.ChronoUnit;
import java.util.List;
import stockroom.auth.Caller;
import stockroom.auth.MerchantEndpoint;
import stockroom.catalog.StockStore.Entries;
import stockroom.catalog.ledger.Cursor;
import stockroom.catalog.ledger.LedgerMessage;
import stockroom.catalog.ledger.LedgerStore;
import stockroom.catalog.ledger.SuspectTimeStore;
import stockroom.database.ClockWatch;
import stockroom.database.MerchantNodes;
import stockroom.database.MerchantNodes.PerNode;
import stockroom.http.Answer;
import stockroom.http.Request;
import stockroom.http.failure.Excerpt;
import stockroom.http.failure.Failure;
import stockroom.http.failure.Violation;
import stockroom.http.input.Json;

/// POST /Stock/List
public final class StockListEndpoint implements MerchantEndpoint {
    /// Of a product, since the time asked for; what the ledger may be read for allows no more.
    private static final int MAX_CHANGES = LedgerStore.MAX_COST / LedgerStore.ROW_COST;
    /// Before any stock there can be.
    private static final Instant EARLIEST = Instant.parse("2000-01-01T00:00:00Z");

    private static final DateTimeFormatter MILLIS =
            DateTimeFormatter.ofPattern("yyyy-MM-dd'T'HH:mm:ss.SSS'Z'").withZone(ZoneOffset.UTC);

    private final PerNode<StockStore> stock;
    private final PerNode<LedgerStore> ledger;
    private final PerNode<SuspectTimeStore> suspects;

    public StockListEndpoint(MerchantNodes nodes, ClockWatch clocks) {
        this.stock = nodes.each(StockStore::new);
        this.ledger = nodes.each(LedgerStore::new);
        this.suspects = nodes.each(node -> new SuspectTimeStore(node, clocks));
    }

    record StockList(boolean success, List<StockEntry> data, String msg) {}

    private static byte[] json(List<StockEntry> entries) {
        return Json.write(new StockList(true, entries, ""));
    }

    @Override
    public Answer answer(Caller caller, Request request) {
        request.requireContentType(Request.FORM);
        var form = request.form();
        int product = form.requiredId("productid");
        var asOf = form.text("asof").map(StockListEndpoint::time);
        if (asOf.isPresent()) {
            return answer(caller, product, asOf.get());
        }
        var ofMerchant = stock.of(caller.merchantHash());
        return switch (ofMerchant.entriesOf(caller.merchant(), product)) {
            case Entries.Found(var entries) -> Answer.success(new StockList(true, entries, ""));
            case Entries.Many() ->
                ofMerchant
                        .longList(caller.merchant(), product, StockListEndpoint::json)
                        .map(Answer::success)
                        .orElseGet(() -> Answer.refused(CatalogMessage.PRODUCT_UNKNOWN));
            case Entries.NoStock() -> Answer.refused(CatalogMessage.STOCK_NOT_ADDED, product);
            case Entries.NoProduct() -> Answer.refused(CatalogMessage.PRODUCT_UNKNOWN);
        };
    }

    private Answer answer(Caller caller, int product, Instant asOf) {
        var ofMerchant = stock.of(caller.merchantHash());
        if (!ofMerchant.hasProduct(caller.merchant(), product)) {
            return Answer.refused(CatalogMessage.PRODUCT_UNKNOWN);
        }
        if (suspects.of(caller.merchantHash()).isSuspect(caller.merchant(), asOf)) {
            return Answer.refused(LedgerMessage.AS_OF_CLOCK_SUSPECT, MILLIS.format(asOf));
        }
        var entries = ofMerchant.asOf(caller.merchant(), product, asOf);
        // asked last: what it says was still kept when the ledger was read
        var keptSince =
                ledger.of(caller.merchantHash()).state(caller.merchant()).keptSince();
        if (entries.isEmpty() || asOf.isBefore(keptSince)) {
            return Answer.refused(LedgerMessage.AS_OF_TOO_FAR, MILLIS.format(asOf), MAX_CHANGES);
        }
        return entries.get().isEmpty()
                ? Answer.refused(CatalogMessage.STOCK_NOT_ADDED, product)
                : Answer.success(new StockList(true, entries.get(), ""));
    }

    /// What happened within the millisecond is included. A plus that a form has made a space is one again.
    private static Instant time(String text) {
        try {
            var time = OffsetDateTime.parse(text.replace(" ", "+")).toInstant().truncatedTo(ChronoUnit.MILLIS);
            return time.isBefore(EARLIEST) ? EARLIEST : time.isAfter(Cursor.LATEST) ? Cursor.LATEST : time;
        } catch (DateTimeException e) {
            throw new Failure.BadRequest(Violation.at("asOf", LedgerMessage.AS_OF_INVALID, Excerpt.of(text)));
        }
    }
}
