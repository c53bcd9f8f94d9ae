package stockroom;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;
import stockroom.auth.Authenticated;
import stockroom.auth.Authentication;
import stockroom.auth.MerchantEndpoint;
import stockroom.catalog.CatalogMessage;
import stockroom.catalog.detail.ProductDetailEndpoint;
import stockroom.catalog.detail.UploadResultEndpoint;
import stockroom.catalog.ledger.PushTeller;
import stockroom.catalog.ledger.PushWatch;
import stockroom.catalog.products.ProductListEndpoint;
import stockroom.catalog.stock.BatchStockEndpoint;
import stockroom.catalog.stock.ChangesEndpoint;
import stockroom.catalog.stock.CreateStockEndpoint;
import stockroom.catalog.stock.DeleteStockEndpoint;
import stockroom.catalog.stock.HistoryEndpoint;
import stockroom.catalog.stock.StockListEndpoint;
import stockroom.catalog.stock.UndoEndpoint;
import stockroom.catalog.stock.WriteTurns;
import stockroom.database.Database;
import stockroom.database.clock.ClockWatch;
import stockroom.http.Api;
import stockroom.http.FailureListener;
import stockroom.http.Route;
import stockroom.http.docs.DescriptionPages;
import stockroom.http.failure.EmptyData;
import stockroom.limits.AccountLimitsEndpoint;
import stockroom.limits.Limits;
import stockroom.limits.RateLimitHeaders;
import stockroom.limits.ReadRate;
import stockroom.limits.RefusalCache;
import stockroom.support.UsageRecorder;
import stockroom.support.UsageRecorder.Kind;

/// Lists the paths of the merchant API. Tests compare them with `http/openapi.yaml`.
final class MerchantInterface {
    private final Authentication authentication;
    private final UsageRecorder usage;
    private final ReadRate reads;
    private final List<Route> routes = new ArrayList<>();

    record Parts(
            Authentication authentication,
            UsageRecorder usage,
            RefusalCache refusals,
            PushTeller teller,
            PushWatch pushes,
            ClockWatch clocks) {}

    /// `waitTime` limits how long a write waits for another write of the same rows.
    record Rules(Limits limits, ReadRate reads, List<String> platforms, Duration waitTime) {}

    MerchantInterface(Database database, Parts parts, Rules rules) {
        this.authentication = parts.authentication;
        this.usage = parts.usage;
        this.reads = rules.reads;
        var refusals = parts.refusals;
        var limits = rules.limits;
        var turns = new WriteTurns(database, rules.waitTime, parts.teller::pushed, refusals);

        read("/Stock/Product", EmptyData.EMPTY_PAGE, new ProductListEndpoint(database));
        read("/Stock/List", EmptyData.EMPTY_TEXT, new StockListEndpoint(database, parts.clocks));
        write("/Stock/Creat", EmptyData.ABSENT, new CreateStockEndpoint(turns));
        read("/Stock/Batch", EmptyData.EMPTY_LIST, new BatchStockEndpoint(database));
        write("/Stock/Delete", EmptyData.ABSENT, new DeleteStockEndpoint(turns));
        read("/Stock/Changes", EmptyData.EMPTY_LIST, new ChangesEndpoint(database, parts.pushes));
        read("/Stock/History", EmptyData.EMPTY_LIST, new HistoryEndpoint(database));
        write("/Stock/Undo", EmptyData.NULL, new UndoEndpoint(turns));
        var detail = new ProductDetailEndpoint(database, limits, rules.waitTime, refusals);
        add(Kind.DETAIL, "/Product/Detail", EmptyData.NULL, detail, RateLimitHeaders.PRODUCT_DETAIL_POLICY);
        var result = new UploadResultEndpoint(database, rules.platforms);
        add(Kind.REPORT, "/Product/UploadResult", EmptyData.ABSENT, result, Map.of());
        read("/Account/Limits", EmptyData.NULL, new AccountLimitsEndpoint(database, limits, reads));
    }

    Api api(DescriptionPages pages, Optional<String> docsAddress, FailureListener failures) {
        return new Api(
                Stream.concat(routes.stream(), pages.routes().stream()).toList(),
                CatalogMessage.PATH_UNKNOWN,
                CatalogMessage.PATH_MISSPELT,
                docsAddress,
                failures);
    }

    private void read(String path, EmptyData emptyData, MerchantEndpoint endpoint) {
        add(Kind.READ, path, emptyData, reads.counted(endpoint), reads.policy());
    }

    private void write(String path, EmptyData emptyData, MerchantEndpoint endpoint) {
        add(Kind.WRITE, path, emptyData, endpoint, RateLimitHeaders.CREATE_STOCK_POLICY);
    }

    private void add(
            Kind kind, String path, EmptyData emptyData, MerchantEndpoint endpoint, Map<String, String> headers) {
        var guarded = new Authenticated(authentication, usage.counted(kind, endpoint));
        routes.add(new Route("POST", path, emptyData, guarded, headers));
    }
}
