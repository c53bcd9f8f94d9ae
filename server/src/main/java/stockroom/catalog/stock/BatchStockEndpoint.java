package stockroom.catalog.stock;

import com.fasterxml.jackson.annotation.JsonInclude;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import stockroom.auth.Caller;
import stockroom.auth.MerchantEndpoint;
import stockroom.catalog.CatalogMessage;
import stockroom.catalog.stock.StockStore.ProductStock;
import stockroom.database.Database;
import stockroom.http.Answer;
import stockroom.http.Request;
import stockroom.http.failure.Failure;
import stockroom.http.failure.Violations;
import stockroom.http.input.FieldNames;
import stockroom.http.input.InputMessage;
import stockroom.http.input.Numbers;
import stockroom.http.input.Parameters;
import stockroom.http.input.Place;

/// POST /Stock/Batch
public final class BatchStockEndpoint implements MerchantEndpoint {
    private static final FieldNames FIELDS = FieldNames.inAnyCase("productids", "fields");
    private static final int MAX_PRODUCTS = 100;

    private final StockStore stock;

    public BatchStockEndpoint(Database database) {
        this.stock = new StockStore(database);
    }

    /// @param cursor null where it was not asked for
    record StockBatch(
            boolean success,
            String msg,
            List<ProductStock> data,
            List<Integer> missing,
            List<Integer> rest,

            @JsonInclude(JsonInclude.Include.NON_NULL) @Nullable
            String cursor) {}

    @Override
    public Answer answer(Caller caller, Request request) {
        var parameters = request.formOrJson(FIELDS);
        var products = parse(parameters);
        boolean withCursor = StockListEndpoint.wantsCursor(parameters);
        request.startWork();
        var found = withCursor
                ? stock.batchWithCursor(caller.merchant(), products)
                : stock.batch(caller.merchant(), products);
        return Answer.success(new StockBatch(true, "", found.stock(), found.missing(), found.rest(), found.cursor()));
    }

    /// Each once.
    private static Set<Integer> parse(Parameters parameters) {
        var texts = parameters.texts("productids");
        if (texts.isEmpty()) {
            throw Failure.badRequest("productids", InputMessage.PARAMETER_MISSING, "productids");
        }
        if (texts.size() > MAX_PRODUCTS) {
            throw Failure.badRequest("productids", CatalogMessage.PRODUCTS_TOO_MANY, texts.size(), MAX_PRODUCTS);
        }
        var violations = new Violations();
        var products = new LinkedHashSet<Integer>();
        for (int i = 0; i < texts.size(); i++) {
            try {
                products.add(Numbers.productId(texts.get(i)));
            } catch (Failure.BadRequest e) {
                violations.add(Place.BODY.field("productids").item(i), e);
            }
        }
        violations.throwIfAny();
        return products;
    }
}
