package stockroom.client;

import java.time.Duration;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Spliterator;
import java.util.Spliterators;
import java.util.stream.Stream;
import java.util.stream.StreamSupport;
import stockroom.client.internal.Answers;
import stockroom.client.internal.Calls;
import stockroom.client.internal.Pace;
import stockroom.client.internal.ProductPages;
import stockroom.client.internal.StockPush;
import stockroom.client.model.ProductDetail;
import stockroom.client.model.ProductPage;
import stockroom.client.model.ProductSummary;
import stockroom.client.model.PublishResult;
import stockroom.client.model.StockEntry;
import stockroom.client.model.StockFilter;
import stockroom.client.model.StockItem;
import tools.jackson.databind.JsonNode;

/// Calls Stockroom for one application and one account. Safe for any number of threads, virtual ones too; has no
/// threads of its own. Every method throws a [StockroomException] when the call is not carried out.
///
/// ```java
/// try (var stockroom = StockroomClient.builder()
///         .address("https://stock.example").appid("10001").secret(secret).token(token).build()) {
///     stockroom.createStock(List.of(new StockEntry(7, "red", 38, 5)));
/// }
/// ```
public final class StockroomClient implements AutoCloseable {
    /// The largest the interface allows.
    private static final int PAGE_SIZE = 100;

    private final Calls calls;
    private final Pace pace;
    private volatile boolean closed;

    StockroomClient(Calls calls, Pace pace) {
        this.calls = calls;
        this.pace = pace;
    }

    public static ClientBuilder builder() {
        return new ClientBuilder();
    }

    /// One page of the product list, from 1; a page past the end is empty.
    public ProductPage productPage(int page) {
        return productPage(page, 20, StockFilter.ALL);
    }

    /// The same, filtered, with pages of up to 100.
    public ProductPage productPage(int page, int pageSize, StockFilter filter) {
        var form = new LinkedHashMap<String, String>();
        form.put("page", Integer.toString(page));
        form.put("pageSize", Integer.toString(pageSize));
        if (filter != StockFilter.ALL) {
            form.put("stock", Boolean.toString(filter == StockFilter.WITH_STOCK));
        }
        var answer = call("/Stock/Product", Calls.Body.form(form));
        return new ProductPage(
                answer.path("totalPages").asInt(0),
                Arrays.asList(Answers.as(answer.path("data"), ProductSummary[].class)));
    }

    /// All products in the order of their ids.
    public Stream<ProductSummary> products() {
        return products(StockFilter.ALL);
    }

    /// The same, filtered; pages are fetched as the stream is read. If products get stock while those without stock
    /// are being listed, later pages move up and products are missed: collect the list first.
    public Stream<ProductSummary> products(StockFilter filter) {
        var pages = new ProductPages(page -> productPage(page, PAGE_SIZE, filter));
        int traits = Spliterator.ORDERED | Spliterator.NONNULL | Spliterator.IMMUTABLE;
        return StreamSupport.stream(Spliterators.spliteratorUnknownSize(pages, traits), false);
    }

    /// The stock of one product. Refused with `STOCK_NOT_ADDED` if it has none, and with `PRODUCT_UNKNOWN` if there
    /// is no such product.
    public List<StockItem> stock(int pid) {
        refuseIfClosed();
        return stockOf(pid);
    }

    private List<StockItem> stockOf(int pid) {
        var answer = calls.call("/Stock/List", Calls.Body.form(product("productid", pid)));
        return List.of(Answers.as(answer.path("data"), StockItem[].class));
    }

    /// Everything about a product, your own or one of an open catalogue. The platform counts how many are fetched.
    public ProductDetail productDetail(int pid) {
        var answer = call("/Product/Detail", Calls.Body.form(product("pid", pid)));
        return Answers.as(answer.path("data"), ProductDetail.class);
    }

    private static Map<String, String> product(String name, int pid) {
        return Map.of(name, Integer.toString(pid));
    }

    /// Reports what became of a fetched product; a second report replaces the first.
    public void reportPublishResult(PublishResult result) {
        call("/Product/UploadResult", Calls.Body.json(Answers.JSON.writeValueAsString(result), false));
    }

    /// Sets the stock of any number of entries, in as few requests as it takes, at the pace the platform allows (two
    /// seconds a request). Existing entries get the new quantity, so repeating is harmless.
    ///
    /// All entries are checked before any is sent: [BadRequestException] has every violation. Products that do
    /// not exist are left out and reported as rejected. If the run has to end early, [CreateStockException]
    /// says what was written.
    public CreateReport createStock(Iterable<StockEntry> entries) {
        return createStock(entries, CreateOptions.defaults());
    }

    public CreateReport createStock(Stream<StockEntry> entries) {
        return createStock(entries.toList(), CreateOptions.defaults());
    }

    public CreateReport createStock(Iterable<StockEntry> entries, CreateOptions options) {
        return createStock(StockPlan.of(entries), options);
    }

    /// With a plan made before, for a program that keeps its progress and continues after a crash.
    public CreateReport createStock(StockPlan plan, CreateOptions options) {
        refuseIfClosed();
        // not stock(), which a client closed during the run refuses
        return new StockPush(calls, pace, plan.plan(), options, this::stockOf).run();
    }

    /// What is added to this machine's clock because the server refused its time; zero otherwise.
    public Duration clockOffset() {
        return calls.clockOffset();
    }

    private JsonNode call(String path, Calls.Body body) {
        refuseIfClosed();
        return calls.call(path, body);
    }

    private void refuseIfClosed() {
        if (closed) {
            throw new IllegalStateException("this client is closed");
        }
    }

    /// No further call is started. Calls under way, including a run of creating stock, continue to their end; the JDK
    /// closes idle connections within seconds.
    @Override
    public void close() {
        closed = true;
    }

    @Override
    public String toString() {
        return "StockroomClient[" + calls + "]";
    }
}
