package stockroom.client;

import java.time.Duration;
import java.time.Instant;
import java.util.Collection;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.OptionalLong;
import java.util.Spliterator;
import java.util.Spliterators;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import java.util.stream.StreamSupport;
import org.jspecify.annotations.Nullable;
import stockroom.client.internal.create.Pace;
import stockroom.client.internal.create.StockPush;
import stockroom.client.internal.create.StockWrites;
import stockroom.client.internal.http.Answer;
import stockroom.client.internal.http.Calls;
import stockroom.client.internal.http.Json;
import stockroom.client.internal.http.Message;
import stockroom.client.internal.http.RequestBody;
import stockroom.client.internal.read.FeedPosition;
import stockroom.client.internal.read.LedgerReads;
import stockroom.client.internal.read.Pages;
import stockroom.client.internal.read.ProductList;
import stockroom.client.internal.read.StockReads;
import stockroom.client.model.AccountLimits;
import stockroom.client.model.ChangePage;
import stockroom.client.model.ProductDetail;
import stockroom.client.model.ProductField;
import stockroom.client.model.ProductPage;
import stockroom.client.model.ProductSummary;
import stockroom.client.model.PublishResult;
import stockroom.client.model.Push;
import stockroom.client.model.StockDeletion;
import stockroom.client.model.StockEntry;
import stockroom.client.model.StockFilter;
import stockroom.client.model.StockItem;
import stockroom.client.model.StockSnapshot;
import stockroom.client.model.UndoResult;
import tools.jackson.core.JsonGenerator;

/// Calls Stockroom for one application and one account. It is safe for any number of threads, including virtual ones,
/// and has no threads of its own. Every method throws a [StockroomException] if the call fails.
///
/// ```java
/// try (var stockroom = StockroomClient.builder()
///         .address("https://stock.example").appid("10001").secret(secret).token(token).build()) {
///     stockroom.createStock(List.of(new StockEntry(7, "red", 38, 5)));
/// }
/// ```
public final class StockroomClient implements AutoCloseable {
    /// The largest page that the server allows.
    private static final int PAGE_SIZE = 100;

    private final Calls calls;
    private final ProductList products;
    private final StockReads stock;
    private final LedgerReads ledger;
    private final StockWrites writes;
    private volatile boolean closed;

    StockroomClient(Calls calls, Pace pace) {
        this.calls = calls;
        this.products = new ProductList(calls);
        this.stock = new StockReads(calls);
        this.ledger = new LedgerReads(calls);
        this.writes = new StockWrites(calls, pace);
    }

    public static ClientBuilder builder() {
        return new ClientBuilder();
    }

    /// Returns a page of the product list, from 1; a page past the end is empty.
    public ProductPage productPage(int page) {
        return productPage(page, 20, StockFilter.ALL);
    }

    /// Returns a page of up to 100 of the selected products, with additional fields.
    public ProductPage productPage(int page, int pageSize, StockFilter filter, ProductField... fields) {
        refuseIfClosed();
        return products.page(page, pageSize, new ProductList.Query(filter, List.of(), List.of(fields)));
    }

    /// Returns all products in the order of their ids.
    public Stream<ProductSummary> products() {
        return products(StockFilter.ALL);
    }

    /// Returns the selected products; pages are fetched as the stream is read. If products get stock while those
    /// without stock are listed, products can be missed: collect that list first.
    public Stream<ProductSummary> products(StockFilter filter, ProductField... fields) {
        return products(new ProductList.Query(filter, List.of(), List.of(fields)));
    }

    /// Returns the products with these item numbers, a hundred per request; unknown numbers are ignored.
    public Stream<ProductSummary> productsByArtNo(Collection<String> artNos, ProductField... fields) {
        // the server ignores a blank number and would list all products
        var wanted =
                artNos.stream().filter(artNo -> !artNo.isBlank()).distinct().toList();
        int step = ProductList.Query.MAX_ART_NOS;
        return IntStream.iterate(0, from -> from < wanted.size(), from -> from + step)
                .mapToObj(from -> wanted.subList(from, Math.min(from + step, wanted.size())))
                .flatMap(some -> products(new ProductList.Query(StockFilter.ALL, some, List.of(fields))));
    }

    private Stream<ProductSummary> products(ProductList.Query query) {
        return stream(new Pages<>(1, page -> {
            refuseIfClosed();
            return products.numbered(page, PAGE_SIZE, query);
        }));
    }

    private static <T> Stream<T> stream(Iterator<T> elements) {
        int traits = Spliterator.ORDERED | Spliterator.NONNULL | Spliterator.IMMUTABLE;
        return StreamSupport.stream(Spliterators.spliteratorUnknownSize(elements, traits), false);
    }

    /// Returns the stock of a product. Fails with `STOCK_NOT_ADDED` if it has none and with `PRODUCT_UNKNOWN` if
    /// there is no such product.
    public List<StockItem> stock(int pid) {
        refuseIfClosed();
        return stock.of(pid);
    }

    /// Returns the stock at that time, with today's bar codes. Fails with `AS_OF_TOO_FAR` if too much has changed
    /// since or the changes are no longer stored.
    public List<StockItem> stockAsOf(int pid, Instant time) {
        refuseIfClosed();
        return stock.asOf(pid, time);
    }

    /// Returns the stock after the push of this number.
    public List<StockItem> stockAsOf(int pid, long push) {
        refuseIfClosed();
        return stock.asOf(pid, push);
    }

    /// Returns the stock of products by their ids, in this order, a hundred per request. A product without stock
    /// has an empty list; one that does not exist is left out.
    public Map<Integer, List<StockItem>> stocks(Collection<Integer> pids) {
        refuseIfClosed();
        return stock.ofMany(pids);
    }

    /// Returns the entries of all products with one of these bar codes.
    public Map<Integer, List<StockItem>> stocksByBarCode(Collection<String> barCodes) {
        refuseIfClosed();
        return stock.ofBarCodes(barCodes);
    }

    /// Returns the stock of all products and the cursor from which [#changes(String)] continues. No change is
    /// missed; changes made while this runs are reported again.
    public StockSnapshot snapshot() {
        refuseIfClosed();
        // read before the list: a product added meanwhile is in the list or in the changes
        var now = ledger.now();
        return new StockSnapshot(stocks(products().map(ProductSummary::id).toList()), now);
    }

    /// Returns the stock of these products and a cursor. Beyond a hundred products, changes made while this runs
    /// are reported again.
    public StockSnapshot snapshot(Collection<Integer> pids) {
        refuseIfClosed();
        return stock.snapshot(pids, ledger::now);
    }

    /// Returns all fields of a product, your own or of an open catalogue. The platform counts how many are
    /// fetched.
    public ProductDetail productDetail(int pid) {
        return call("/Product/Detail", RequestBody.form("pid", pid)).data(ProductDetail.class);
    }

    /// Reports the result of publishing a fetched product. A second report replaces the first.
    public void reportPublishResult(PublishResult result) {
        call("/Product/UploadResult", RequestBody.json(Json.write(json -> write(json, result))));
    }

    private static void write(JsonGenerator json, PublishResult result) {
        json.writeStartObject();
        json.writeNumberProperty("pId", result.pid());
        json.writeStringProperty("platform", result.platform());
        json.writeStringProperty("shopId", result.shopId());
        json.writeStringProperty("shopName", result.shopName());
        json.writeStringProperty("userId", result.userId());
        json.writeStringProperty("userNick", result.userNick());
        json.writeStringProperty("itemId", result.itemId());
        json.writeNumberProperty("status", result.status());
        if (result.message() != null) {
            json.writeStringProperty("message", result.message());
        }
        json.writeEndObject();
    }

    /// Returns the account's use of every limit and the products that need a publish result.
    public AccountLimits limits() {
        return call("/Account/Limits", RequestBody.json("{}")).data(AccountLimits.class);
    }

    /// Sets or changes the stock of any number of entries in as few requests as possible, one every two seconds,
    /// sold-out entries first. Existing entries get the new quantity, so setting can be repeated safely.
    ///
    /// All entries are checked before any is sent: [BadRequestException] has every violation. Products that do
    /// not exist and entries that are not as expected are left out and reported as rejected. If the run ends
    /// early, [CreateStockException] says what was written.
    public CreateReport createStock(Iterable<StockEntry> entries) {
        return createStock(entries, CreateOptions.defaults());
    }

    public CreateReport createStock(Stream<StockEntry> entries) {
        return createStock(entries.toList(), CreateOptions.defaults());
    }

    public CreateReport createStock(Iterable<StockEntry> entries, CreateOptions options) {
        return createStock(StockPlan.of(entries, calls.language()), options);
    }

    /// Runs a plan made before, for a program that stores its progress and continues after a crash.
    public CreateReport createStock(StockPlan plan, CreateOptions options) {
        refuseIfClosed();
        // not stock(), which fails if the client was closed during the run
        return new StockPush(writes, plan.plan(), options, stock::of).run();
    }

    /// Deletes up to 300 colours, or sizes of them, in one request. Missing ones are ignored. Returns the number
    /// of the push if something was deleted.
    public OptionalLong deleteStock(Collection<StockDeletion> deletions) {
        return deleteStock(deletions, DeleteOptions.defaults());
    }

    public OptionalLong deleteStock(Collection<StockDeletion> deletions, DeleteOptions options) {
        refuseIfClosed();
        return writes.delete(List.copyOf(deletions), options);
    }

    /// Undoes what a push of this application changed, except for entries that were changed again since. Fails with
    /// `PUSH_UNKNOWN` if this application has no such push.
    public UndoResult undo(long push) {
        return undo(push, UndoOptions.defaults());
    }

    public UndoResult undo(long push, UndoOptions options) {
        refuseIfClosed();
        return writes.undo(push, options);
    }

    /// Follows the changes of stock from now on; stock that you read afterwards is not older.
    public Changes changes() {
        return changes(null);
    }

    /// Follows the changes after a cursor of [StockSnapshot], [Changes#cursor()] or [ChangePage]; null means now.
    public Changes changes(@Nullable String cursor) {
        refuseIfClosed();
        return follow(position(cursor == null ? ledger.now() : cursor));
    }

    private Changes follow(FeedPosition position) {
        refuseIfClosed();
        return new Changes(ledger, () -> closed, position);
    }

    private FeedPosition position(String cursor) {
        if (cursor.isBlank()) {
            throw new IllegalArgumentException(Message.CURSOR_BLANK.in(calls.language()));
        }
        return FeedPosition.of(cursor);
    }

    /// Follows the changes of stock after the push of this number.
    public Changes changesAfter(long push) {
        if (push < 0) {
            throw new IllegalArgumentException(Message.PUSH_NEGATIVE.in(calls.language(), push));
        }
        return follow(FeedPosition.afterPush(push));
    }

    /// Follows all changes of stock that are still stored.
    public Changes changesFromStart() {
        return follow(FeedPosition.START);
    }

    /// Returns up to 500 changes after a cursor, waiting up to 30 s (whole seconds) for the next push if there is
    /// none. Without a cursor, returns no pushes and the current cursor.
    public ChangePage changePage(@Nullable String cursor, int limit, Duration wait) {
        refuseIfClosed();
        return cursor == null
                ? new ChangePage(List.of(), ledger.now(), false)
                : ledger.changes(position(cursor), limit, wait);
    }

    /// Returns the changes of a product, newest first; pages are fetched as the stream is read.
    public Stream<Push> history(int pid) {
        return history(pid, null, null);
    }

    /// Returns the changes of a product's colour or size, newest first; null selects all.
    public Stream<Push> history(int pid, @Nullable String color, @Nullable Integer size) {
        return history(pid, color, size, null);
    }

    /// Returns the changes with this reference, newest first.
    public Stream<Push> history(String reference) {
        return history(null, null, null, reference);
    }

    /// Returns the changes of a product, with a reference, or both, newest first; null selects all.
    public Stream<Push> history(
            @Nullable Integer pid, @Nullable String color, @Nullable Integer size, @Nullable String reference) {
        return stream(new Pages<>("", cursor -> {
            refuseIfClosed();
            return ledger.history(pid, color, size, reference, cursor);
        }));
    }

    /// Returns the correction of this machine's clock after the server refused a timestamp, else zero.
    public Duration clockOffset() {
        return calls.clockOffset();
    }

    private Answer call(String path, RequestBody body) {
        refuseIfClosed();
        return calls.call(path, body);
    }

    private void refuseIfClosed() {
        if (closed) {
            throw new IllegalStateException(Message.CLOSED.in(calls.language()));
        }
    }

    /// Stops further calls and the following of changes. Calls under way, including a run of creating stock,
    /// continue to their end; the JDK closes idle connections within seconds.
    @Override
    public void close() {
        closed = true;
    }

    @Override
    public String toString() {
        return "StockroomClient[" + calls + "]";
    }
}
