package stockroom.catalog.stock;

import com.fasterxml.jackson.annotation.JsonInclude;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.function.Function;
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
    private static final FieldNames FIELDS = FieldNames.inAnyCase("productids", "barCodes", "fields");
    private static final int MAX_PRODUCTS = 100;
    private static final int MAX_BAR_CODES = 100;

    private final StockStore stock;
    private final BarCodeStore barCodes;

    public BatchStockEndpoint(Database database) {
        this.stock = new StockStore(database);
        this.barCodes = new BarCodeStore(database, stock);
    }

    /// @param missingBarCodes null if the request names products, as is `restBarCodes`
    @JsonInclude(JsonInclude.Include.NON_NULL)
    record StockBatch(
            boolean success,
            String msg,
            List<ProductStock> data,
            List<Integer> missing,
            List<Integer> rest,
            @Nullable List<String> missingBarCodes,
            @Nullable List<String> restBarCodes,
            @Nullable String cursor) {}

    @Override
    public Answer answer(Caller caller, Request request) {
        var parameters = request.formOrJson(FIELDS);
        var codes = barCodes(parameters);
        var products = codes.isEmpty() ? products(parameters) : Set.<Integer>of();
        boolean withCursor = StockListEndpoint.wantsCursor(parameters);
        request.startWork();
        if (!codes.isEmpty()) {
            var found = withCursor
                    ? barCodes.findWithCursor(caller.merchant(), codes)
                    : barCodes.find(caller.merchant(), codes);
            return Answer.success(new StockBatch(
                    true,
                    "",
                    found.stock(),
                    List.of(),
                    found.restOfProducts(),
                    found.missing(),
                    found.rest(),
                    found.cursor()));
        }
        var found = withCursor
                ? stock.batchWithCursor(caller.merchant(), products)
                : stock.batch(caller.merchant(), products);
        return Answer.success(
                new StockBatch(true, "", found.stock(), found.missing(), found.rest(), null, null, found.cursor()));
    }

    private static Set<String> barCodes(Parameters parameters) {
        var texts = parameters.texts("barcodes");
        if (!texts.isEmpty() && !parameters.texts("productids").isEmpty()) {
            throw Failure.badRequest("barCodes", CatalogMessage.BAR_CODES_WITH_PRODUCTS);
        }
        if (texts.size() > MAX_BAR_CODES) {
            throw Failure.badRequest("barCodes", CatalogMessage.BAR_CODES_TOO_MANY, texts.size(), MAX_BAR_CODES);
        }
        return each("barCodes", texts, StockOrderReader::barCode);
    }

    private static Set<Integer> products(Parameters parameters) {
        var texts = parameters.texts("productids");
        if (texts.isEmpty()) {
            throw Failure.badRequest("productids", InputMessage.PARAMETER_MISSING, "productids");
        }
        if (texts.size() > MAX_PRODUCTS) {
            throw Failure.badRequest("productids", CatalogMessage.PRODUCTS_TOO_MANY, texts.size(), MAX_PRODUCTS);
        }
        return each("productids", texts, Numbers::productIdOfList);
    }

    private static <T> Set<T> each(String list, List<String> texts, Function<String, T> parse) {
        var violations = new Violations();
        var parsed = new LinkedHashSet<T>();
        for (int i = 0; i < texts.size(); i++) {
            try {
                parsed.add(parse.apply(texts.get(i)));
            } catch (Failure.BadRequest e) {
                violations.add(Place.BODY.field(list).item(i), e);
            }
        }
        violations.throwIfAny();
        return parsed;
    }
}
