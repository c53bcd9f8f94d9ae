package stockroom.catalog;

import java.util.List;
import stockroom.auth.Caller;
import stockroom.auth.MerchantEndpoint;
import stockroom.catalog.StockStore.Entries;
import stockroom.database.MerchantNodes;
import stockroom.database.MerchantNodes.PerNode;
import stockroom.http.Answer;
import stockroom.http.Request;
import stockroom.http.input.Json;

/// POST /Stock/List
public final class StockListEndpoint implements MerchantEndpoint {
    private final PerNode<StockStore> stock;

    public StockListEndpoint(MerchantNodes nodes) {
        this.stock = nodes.each(StockStore::new);
    }

    record StockList(boolean success, List<StockEntry> data, String msg) {}

    private static byte[] json(List<StockEntry> entries) {
        return Json.write(new StockList(true, entries, ""));
    }

    @Override
    public Answer answer(Caller caller, Request request) {
        request.requireContentType("application/x-www-form-urlencoded");
        int product = request.form().requiredId("productid");
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
}
