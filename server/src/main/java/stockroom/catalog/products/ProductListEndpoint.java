package stockroom.catalog.products;

import java.util.EnumSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import stockroom.auth.Caller;
import stockroom.auth.MerchantEndpoint;
import stockroom.catalog.CatalogMessage;
import stockroom.database.Database;
import stockroom.http.Answer;
import stockroom.http.Request;
import stockroom.http.failure.Excerpt;
import stockroom.http.failure.Violations;
import stockroom.http.input.FieldNames;
import stockroom.http.input.InputMessage;
import stockroom.http.input.Numbers;
import stockroom.http.input.Parameters;

/// POST /Stock/Product
public final class ProductListEndpoint implements MerchantEndpoint {
    private static final FieldNames PARAMETERS = FieldNames.inAnyCase("page", "pageSize", "stock", "artNo", "fields");
    private static final int DEFAULT_PAGE_SIZE = 20;
    private static final int LARGEST_PAGE_SIZE = 100;
    private static final int MAX_ART_NOS = 100;
    private static final String FIELD_NAMES =
            Stream.of(ProductStore.Field.values()).map(field -> field.word).collect(Collectors.joining(", "));

    private final ProductStore products;

    public ProductListEndpoint(Database database) {
        this.products = new ProductStore(database);
    }

    record ProductList(boolean success, int totalPages, List<ProductSummary> data) {}

    @Override
    public Answer answer(Caller caller, Request request) {
        var parameters = request.parameters(PARAMETERS);
        var asked = parse(request.hasBody() ? parameters.ofFormAlone() : parameters.ofQuery());
        var page = asked.artNos.isEmpty()
                ? products.page(caller.merchant(), asked.filter, asked.page, asked.pageSize)
                : asked.pageOf(products.byArtNo(caller.merchant(), asked.artNos, asked.filter));
        return Answer.success(new ProductList(
                true,
                pages(page.total(), asked.pageSize),
                products.withFields(caller.merchant(), page.products(), asked.fields)));
    }

    private record Asked(
            int page, int pageSize, StockFilter filter, List<String> artNos, Set<ProductStore.Field> fields) {
        ProductStore.Page pageOf(List<ProductSummary> found) {
            long skip = (page - 1L) * pageSize;
            return new ProductStore.Page(
                    found.size(), found.stream().skip(skip).limit(pageSize).toList());
        }
    }

    private static Asked parse(Parameters form) {
        var violations = new Violations();
        var pageText = form.text("page");
        var page = pageText.map(text -> Numbers.whole(text, 1, Integer.MAX_VALUE));
        if (pageText.isEmpty()) {
            violations.add("page", InputMessage.PARAMETER_MISSING, "page");
        } else if (page.orElseThrow().isEmpty()) {
            violations.add("page", CatalogMessage.PAGE_INVALID, Numbers.excerpt(pageText.get()));
        }
        int pageSize = form.text("pagesize")
                .map(text -> Numbers.whole(text, 1, LARGEST_PAGE_SIZE).orElseGet(() -> {
                    violations.add("pageSize", CatalogMessage.PAGE_SIZE_INVALID, Excerpt.of(text), LARGEST_PAGE_SIZE);
                    return 0;
                }))
                .orElse(DEFAULT_PAGE_SIZE);
        var filter =
                form.text("stock").flatMap(text -> filter(text, violations)).orElse(StockFilter.ALL);
        var artNos = form.texts("artno");
        if (artNos.size() > MAX_ART_NOS) {
            violations.add("artNo", CatalogMessage.ART_NOS_TOO_MANY, artNos.size(), MAX_ART_NOS);
        }
        var fields = form.text("fields").map(text -> fields(text, violations)).orElse(Set.of());
        violations.throwIfAny();
        return new Asked(page.orElseThrow().orElseThrow(), pageSize, filter, artNos, fields);
    }

    private static Set<ProductStore.Field> fields(String text, Violations violations) {
        var fields = EnumSet.noneOf(ProductStore.Field.class);
        // However many commas there are, few names are read: the last one contains the rest and is refused.
        for (var name : text.split(",", 2 * ProductStore.Field.values().length)) {
            Stream.of(ProductStore.Field.values())
                    .filter(field -> field.word.equalsIgnoreCase(name.strip()))
                    .findFirst()
                    .ifPresentOrElse(
                            fields::add,
                            () -> violations.add(
                                    "fields", CatalogMessage.FIELDS_INVALID, Excerpt.of(name.strip()), FIELD_NAMES));
        }
        return fields;
    }

    /// .NET writes `True` and `False`.
    private static Optional<StockFilter> filter(String text, Violations violations) {
        if (text.equalsIgnoreCase("true")) {
            return Optional.of(StockFilter.WITH_STOCK);
        }
        if (text.equalsIgnoreCase("false")) {
            return Optional.of(StockFilter.WITHOUT_STOCK);
        }
        violations.add("stock", CatalogMessage.STOCK_FILTER_INVALID, Excerpt.of(text));
        return Optional.empty();
    }

    private static int pages(long products, int pageSize) {
        return Math.toIntExact((products + pageSize - 1) / pageSize);
    }
}
