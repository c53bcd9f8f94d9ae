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
import stockroom.client.internal.http.Answers;
import stockroom.client.internal.http.Calls;
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

    /// One page of the product list, from 1; a page past the end is empty.
    public ProductPage productPage(int page) {
        return productPage(page, 20, StockFilter.ALL);
    }

    /// The same, filtered, with pages of up to 100, and with further fields if there are any.
    public ProductPage productPage(int page, int pageSize, StockFilter filter, ProductField... fields) {
        refuseIfClosed();
        return products.page(page, pageSize, new ProductList.Query(filter, List.of(), List.of(fields)));
    }

    /// All products in the order of their ids.
    public Stream<ProductSummary> products() {
        return products(StockFilter.ALL);
    }

    /// The same, filtered; pages are fetched as the stream is read. If products get stock while those without stock
    /// are being listed, later pages move up and products are missed: collect the list first.
    public Stream<ProductSummary> products(StockFilter filter, ProductField... fields) {
        return products(new ProductList.Query(filter, List.of(), List.of(fields)));
    }

    /// The products with exactly these item numbers, a hundred in a request; numbers that no product has are passed
    /// over.
    public Stream<ProductSummary> productsByArtNo(Collection<String> artNos, ProductField... fields) {
        // the server takes a blank one for none, which would be all products
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

    /// The stock of one product. Refused with `STOCK_NOT_ADDED` if it has none, and with `PRODUCT_UNKNOWN` if there
    /// is no such product.
    public List<StockItem> stock(int pid) {
        refuseIfClosed();
        return stock.of(pid);
    }

    /// The same as it was at that time; bar codes are today's. Refused with `AS_OF_TOO_FAR` if too much has changed
    /// since, or what has is no longer kept.
    public List<StockItem> stockAsOf(int pid, Instant time) {
        refuseIfClosed();
        return stock.asOf(pid, time);
    }

    /// The same as it was after the push of this number.
    public List<StockItem> stockAsOf(int pid, long push) {
        refuseIfClosed();
        return stock.asOf(pid, push);
    }

    /// The stock of any number of products, by their ids and in this order, a hundred in a request. A product without
    /// stock has an empty list, one that does not exist none.
    public Map<Integer, List<StockItem>> stocks(Collection<Integer> pids) {
        refuseIfClosed();
        return stock.ofMany(pids);
    }

    /// The stock of all products that have an entry with one of these bar codes, which are those of the entries.
    public Map<Integer, List<StockItem>> stocksByBarCode(Collection<String> barCodes) {
        refuseIfClosed();
        return stock.ofBarCodes(barCodes);
    }

    /// The stock of all products, and the cursor from which [#changes(String)] goes on. No change is missed; what
    /// changed while this was read comes again.
    public StockSnapshot snapshot() {
        refuseIfClosed();
        // before the list: a product that is added meanwhile is in the list or in the changes
        var now = ledger.now();
        return new StockSnapshot(stocks(products().map(ProductSummary::id).toList()), now);
    }

    /// The same of these products. If they are more than one request takes, a hundred, what changed in between comes
    /// again.
    public StockSnapshot snapshot(Collection<Integer> pids) {
        refuseIfClosed();
        return stock.snapshot(pids, ledger::now);
    }

    /// Everything about a product, your own or one of an open catalogue. The platform counts how many are fetched.
    public ProductDetail productDetail(int pid) {
        var answer = call("/Product/Detail", RequestBody.form("pid", pid));
        return Answers.as(answer.path("data"), ProductDetail.class);
    }

    /// Reports what became of a fetched product; a second report replaces the first.
    public void reportPublishResult(PublishResult result) {
        call("/Product/UploadResult", RequestBody.json(Answers.JSON.writeValueAsString(result)));
    }

    /// Where the account stands against every limit, and which products owe a publish result.
    public AccountLimits limits() {
        var answer = call("/Account/Limits", RequestBody.json("{}"));
        return Answers.as(answer.path("data"), AccountLimits.class);
    }

    /// Sets or changes the stock of any number of entries, in as few requests as it takes, at the pace the platform
    /// allows (two seconds a request); what is sold out first. Existing entries get the new quantity, so setting is
    /// harmless to repeat.
    ///
    /// All entries are checked before any is sent: [BadRequestException] has every violation. Products that do
    /// not exist and entries that are not as expected are left out and reported as rejected. If the run has to end
    /// early, [CreateStockException] says what was written.
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
        return new StockPush(writes, plan.plan(), options, stock::of).run();
    }

    /// Deletes up to 300 colours, or sizes of them, in one turn; what is not there is no error. Answers the number of
    /// the push, if there was something to delete.
    public OptionalLong deleteStock(Collection<StockDeletion> deletions) {
        return deleteStock(deletions, false);
    }

    /// The same; a dry run checks everything, deletes nothing and takes a turn too.
    public OptionalLong deleteStock(Collection<StockDeletion> deletions, boolean dryRun) {
        return deleteStock(deletions, dryRun, null);
    }

    /// The same.
    ///
    /// @param reference see [CreateOptions#withReference(String)]; null for none
    public OptionalLong deleteStock(Collection<StockDeletion> deletions, boolean dryRun, @Nullable String reference) {
        refuseIfClosed();
        return writes.delete(List.copyOf(deletions), dryRun, reference);
    }

    /// Takes back what a push of this application changed, except for what was changed again since.
    public UndoResult undo(long push) {
        return undo(push, false, false);
    }

    /// The same. Refused with `PUSH_UNKNOWN` if there is no such push of this application.
    ///
    /// @param all one entry that was changed since refuses everything (`UNDO_CONFLICT`)
    /// @param dryRun says what would be undone, and undoes nothing; takes a turn too
    public UndoResult undo(long push, boolean all, boolean dryRun) {
        return undo(push, all, dryRun, null);
    }

    /// The same.
    ///
    /// @param reference see [CreateOptions#withReference(String)]; null for none
    public UndoResult undo(long push, boolean all, boolean dryRun, @Nullable String reference) {
        refuseIfClosed();
        return writes.undo(push, all, dryRun, reference);
    }

    /// Follows the changes of stock from now on. It begins when this returns: what you read after that is not older.
    public Changes changes() {
        return changes(null);
    }

    /// Follows the changes of stock after a cursor that was stored.
    ///
    /// @param cursor of [StockSnapshot], [Changes#cursor()] or [ChangePage]; null to follow from now on
    public Changes changes(@Nullable String cursor) {
        refuseIfClosed();
        return new Changes(ledger, () -> closed, cursor == null ? ledger.now() : cursor);
    }

    /// Follows the changes of stock after the push of this number.
    public Changes changesAfter(long push) {
        return changes(FeedPosition.afterPush(push).text());
    }

    /// Follows the changes of stock from the start: all that is still kept.
    public Changes changesFromStart() {
        return changes(FeedPosition.START.text());
    }

    /// One page of the changes after a cursor. Without a cursor it has no pushes, and the cursor of now.
    ///
    /// @param limit 1 to 500
    /// @param wait for the next push if there is none yet: up to 30 s, in whole seconds
    public ChangePage changePage(@Nullable String cursor, int limit, Duration wait) {
        refuseIfClosed();
        return cursor == null ? new ChangePage(List.of(), ledger.now(), false) : ledger.changes(cursor, limit, wait);
    }

    /// What has changed in a product, newest first; pages are fetched as the stream is read.
    public Stream<Push> history(int pid) {
        return history(pid, null, null);
    }

    /// The same of one colour or size.
    ///
    /// @param colour null for all
    /// @param size null for all
    public Stream<Push> history(int pid, @Nullable String colour, @Nullable Integer size) {
        return history(pid, colour, size, null);
    }

    /// What has changed under a reference, newest first.
    public Stream<Push> history(String reference) {
        return history(null, null, null, reference);
    }

    /// What has changed in a product, under a reference, or both.
    ///
    /// @param pid null for all
    /// @param colour null for all
    /// @param size null for all
    /// @param reference null for all
    public Stream<Push> history(
            @Nullable Integer pid, @Nullable String colour, @Nullable Integer size, @Nullable String reference) {
        return stream(new Pages<>("", cursor -> {
            refuseIfClosed();
            return ledger.history(pid, colour, size, reference, cursor);
        }));
    }

    /// What is added to this machine's clock because the server refused its time; zero otherwise.
    public Duration clockOffset() {
        return calls.clockOffset();
    }

    private JsonNode call(String path, RequestBody body) {
        refuseIfClosed();
        return calls.call(path, body);
    }

    private void refuseIfClosed() {
        if (closed) {
            throw new IllegalStateException("this client is closed");
        }
    }

    /// No further call is started, and following changes ends. Calls under way, including a run of creating stock,
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
