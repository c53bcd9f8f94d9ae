package stockroom.client.internal.read;

import java.util.List;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import stockroom.client.internal.http.Calls;
import stockroom.client.internal.http.Form;
import stockroom.client.internal.http.RequestBody;
import stockroom.client.internal.read.Pages.Page;
import stockroom.client.model.ProductField;
import stockroom.client.model.ProductPage;
import stockroom.client.model.ProductSummary;
import stockroom.client.model.StockFilter;

public final class ProductList {
    private final Calls calls;

    public ProductList(Calls calls) {
        this.calls = calls;
    }

    /// Selects products and fields.
    ///
    /// @param artNos at most 100; none selects all products
    /// @param fields in addition to those that every response has
    public record Query(StockFilter filter, List<String> artNos, List<ProductField> fields) {
        public static final int MAX_ART_NOS = 100;
    }

    public ProductPage page(int page, int pageSize, Query query) {
        var form = new Form().with("page", page).with("pageSize", pageSize).with("stock", stock(query.filter()));
        for (var artNo : query.artNos()) {
            form.with("artNo", artNo);
        }
        if (!query.fields().isEmpty()) {
            form.with("fields", query.fields().stream().map(ProductList::name).collect(Collectors.joining(",")));
        }
        var answer = calls.call("/Stock/Product", RequestBody.form(form));
        return new ProductPage(
                answer.path("totalPages").integer(0), answer.items(answer.path("data"), ProductSummary.class));
    }

    public Page<Integer, ProductSummary> numbered(int page, int pageSize, Query query) {
        var found = page(page, pageSize, query);
        boolean last = page >= found.totalPages() || found.products().isEmpty();
        return new Page<>(found.products(), last ? null : page + 1);
    }

    private static @Nullable String stock(StockFilter filter) {
        return switch (filter) {
            case ALL -> null;
            case WITH_STOCK -> "true";
            case WITHOUT_STOCK -> "false";
        };
    }

    private static String name(ProductField field) {
        return switch (field) {
            case STOCK_TOTAL -> "stockTotal";
            case UPDATED_AT -> "updatedAt";
            case STATE -> "state";
        };
    }
}
