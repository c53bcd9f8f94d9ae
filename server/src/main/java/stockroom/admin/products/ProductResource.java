package stockroom.admin.products;

import java.util.Arrays;
import java.util.List;
import stockroom.admin.input.Paging;
import stockroom.admin.input.PathIds;
import stockroom.admin.merchants.MerchantPath;
import stockroom.admin.merchants.MerchantStore;
import stockroom.audit.Operator;
import stockroom.catalog.products.CataloguePageStore;
import stockroom.catalog.products.CatalogueStore;
import stockroom.catalog.products.NewProduct;
import stockroom.catalog.stock.StockPageStore;
import stockroom.http.Answer;
import stockroom.http.Request;

public record ProductResource(
        MerchantStore merchants, CatalogueStore catalogue, CataloguePageStore pages, StockPageStore stock) {
    private static final List<String> STATES =
            Arrays.stream(NewProduct.State.values()).map(NewProduct.State::word).toList();

    private record Upserted(int created, int updated, int unchanged, List<ProductReader.Reject> rejected) {}

    public Answer list(Operator by, Request request) {
        var filter = new CataloguePageStore.Filter(
                PathIds.textFilter(request, "artNo", ProductLine.MAX_ART_NO),
                PathIds.choiceFilter(request, "state", STATES).flatMap(NewProduct.State::of),
                PathIds.choiceFilter(request, "hasStock", List.of("true", "false"))
                        .map(Boolean::valueOf));
        return Answer.success(pages.list(MerchantPath.existing(request, merchants), filter, Paging.wanted(request)));
    }

    public Answer upsert(Operator by, Request request) {
        var merchant = MerchantPath.existing(request, merchants);
        request.requireContentType("application/x-ndjson");
        try (var lines = ProductReader.start(request.body())) {
            var done = catalogue.upsert(by, merchant, lines);
            return Answer.success(new Upserted(done.created(), done.updated(), done.unchanged(), lines.rejects()));
        }
    }

    public Answer show(Operator by, Request request) {
        int product = PathIds.product(request);
        return Answer.success(PathIds.found(pages.find(MerchantPath.of(request), product), "product", product));
    }

    public Answer delete(Operator by, Request request) {
        int product = PathIds.product(request);
        var merchant = MerchantPath.existing(request, merchants);
        return Answer.success(PathIds.found(catalogue.delete(by, merchant, product), "product", product));
    }

    public Answer listStock(Operator by, Request request) {
        return Answer.success(stock.list(
                MerchantPath.existing(request, merchants), PathIds.filter(request, "product"), Paging.wanted(request)));
    }
}
