package stockroom.admin;

import java.util.List;
import stockroom.http.Answer;
import stockroom.http.Request;

/// `/merchants/{merchant}/products` and `/merchants/{merchant}/stock`
final class ProductResource {
    private final MerchantStore merchants;
    private final CatalogueStore catalogue;
    private final CataloguePageStore pages;
    private final StockPageStore stock;

    ProductResource(MerchantStore merchants, CatalogueStore catalogue, CataloguePageStore pages, StockPageStore stock) {
        this.merchants = merchants;
        this.catalogue = catalogue;
        this.pages = pages;
        this.stock = stock;
    }

    private record Upserted(int created, int updated, int unchanged, List<ProductReader.Reject> rejected) {}

    Answer list(Operator by, Request request) {
        return Answer.success(pages.list(PathIds.existingMerchant(merchants, request), Page.wanted(request)));
    }

    Answer upsert(Operator by, Request request) {
        var merchant = PathIds.existingMerchant(merchants, request);
        request.requireContentType("application/x-ndjson");
        try (var lines = ProductReader.start(request.body())) {
            var done = catalogue.upsert(by, merchant, lines);
            return Answer.success(new Upserted(done.created(), done.updated(), done.unchanged(), lines.rejects()));
        }
    }

    Answer show(Operator by, Request request) {
        int product = PathIds.product(request);
        return Answer.success(
                pages.find(PathIds.merchant(request), product).orElseThrow(() -> PathIds.notFound("product", product)));
    }

    Answer delete(Operator by, Request request) {
        int product = PathIds.product(request);
        var merchant = PathIds.existingMerchant(merchants, request);
        return Answer.success(
                catalogue.delete(by, merchant, product).orElseThrow(() -> PathIds.notFound("product", product)));
    }

    Answer listStock(Operator by, Request request) {
        return Answer.success(stock.list(
                PathIds.existingMerchant(merchants, request),
                PathIds.filter(request, "product"),
                Page.wanted(request)));
    }
}
