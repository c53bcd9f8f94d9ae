package stockroom.client;

import java.net.URI;
import java.time.Duration;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.Spliterator;
import java.util.Spliterators;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import java.util.stream.StreamSupport;
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

    private final URI address;
    private final Credentials credentials;
    private final ServerClock clock;
    private final Calls calls;
    private final Pace pace;
    private volatile boolean closed;

    StockroomClient(ClientBuilder from) {
        this.address = from.address();
        this.credentials = from.credentials();
        this.clock = new ServerClock(from.clock());
        var connections = new Connections(address, from.timeout(), from.connections());
        this.calls = new Calls(connections, credentials, clock, from.language(), from.retries(), from.listener());
        this.pace = Pace.of(connections.address().toLowerCase(Locale.ROOT), credentials.fingerprint());
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

    /// The same, filtered; pages are fetched as the stream is read. Give a product stock while those without are still
    /// being listed, and the pages behind it move up: collect them first.
    public Stream<ProductSummary> products(StockFilter filter) {
        var pages = new ProductPages(page -> productPage(page, PAGE_SIZE, filter));
        int traits = Spliterator.ORDERED | Spliterator.NONNULL | Spliterator.IMMUTABLE;
        return StreamSupport.stream(Spliterators.spliteratorUnknownSize(pages, traits), false);
    }

    /// The stock of one product. Refused with `STOCK_NOT_ADDED` where it has none, `PRODUCT_UNKNOWN` where there is no
    /// such product.
    public List<StockItem> stock(int pid) {
        var answer = call("/Stock/List", Calls.Body.form(product("productid", pid)));
        return List.of(Answers.as(answer.path("data"), StockItem[].class));
    }

    /// Everything about a product: your own, or of an open catalogue. The platform counts how many are fetched.
    public ProductDetail productDetail(int pid) {
        var answer = call("/Product/Detail", Calls.Body.form(product("pid", pid)));
        return Answers.as(answer.path("data"), ProductDetail.class);
    }

    private static Map<String, String> product(String name, int pid) {
        return Map.of(name, Integer.toString(pid));
    }

    /// Tells what became of a fetched product; telling again replaces.
    public void reportPublishResult(PublishResult result) {
        call("/Product/UploadResult", Calls.Body.json(Answers.JSON.writeValueAsString(result), false));
    }

    /// Sets the stock of any number of entries, in as few requests as it takes, at the pace the platform allows (two
    /// seconds a request). Entries that are there take the new quantity, so repeating is harmless.
    ///
    /// All entries are checked before any is sent: [BadRequestException] names every fault. Products that do
    /// not exist are left out and reported as rejected. Where it has to give up, [CreateStockException] says
    /// what was written.
    public CreateReport createStock(Iterable<StockEntry> entries) {
        return createStock(entries, CreateOptions.usual());
    }

    public CreateReport createStock(Stream<StockEntry> entries) {
        return createStock(entries.toList(), CreateOptions.usual());
    }

    public CreateReport createStock(Iterable<StockEntry> entries, CreateOptions options) {
        return createStock(StockPlan.of(entries), options);
    }

    /// A plan made before, as a program does that keeps its progress and goes on with it.
    public CreateReport createStock(StockPlan plan, CreateOptions options) {
        refuseIfClosed();
        return new StockPush(calls, pace, plan, options, this::coloursOf).run();
    }

    private Set<String> coloursOf(int pid) {
        try {
            // also after close(), for a run that is under way
            var answer = calls.call("/Stock/List", Calls.Body.form(product("productid", pid)));
            return Arrays.stream(Answers.as(answer.path("data"), StockItem[].class))
                    .map(StockItem::colour)
                    .collect(Collectors.toSet());
        } catch (RefusedException e) {
            return Set.of();
        }
    }

    /// What is added to this machine's clock, since the server refused it; zero while it has not.
    public Duration clockOffset() {
        return clock.offset();
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

    /// No further call is begun. Those under way, a run of creating stock too, end by themselves; idle connections are
    /// closed by the JDK within
    /// seconds.
    @Override
    public void close() {
        closed = true;
    }

    @Override
    public String toString() {
        return "StockroomClient[" + address + ", " + credentials + "]";
    }
}
