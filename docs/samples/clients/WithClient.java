// Makes every call with the Java client. The reference shows the lines between two marks on the page of the call.
import java.time.Duration;
import java.util.List;
import stockroom.client.StockroomClient;
import stockroom.client.UndoOptions;
import stockroom.client.model.PublishResult;
import stockroom.client.model.StockDeletion;
import stockroom.client.model.StockEntry;

class WithClient {
    public static void main(String[] args) {
        try (var stockroom = StockroomClient.builder()
                .address(System.getenv("STOCKROOM_ADDRESS"))
                .appid(System.getenv("STOCKROOM_APPID"))
                .secret(System.getenv("STOCKROOM_SECRET"))
                .token(System.getenv("STOCKROOM_TOKEN"))
                .build()) {
            int pid = Integer.parseInt(System.getenv("STOCKROOM_PRODUCT"));
            callAll(stockroom, pid, List.of(pid), System.getenv("STOCKROOM_SHOP"));
        }
    }

    static void callAll(StockroomClient stockroom, int pid, List<Integer> pids, String shopId) {
        var cursor = stockroom.changePage(null, 1, Duration.ZERO).cursor();

        // --- /Stock/Product
        stockroom.products().forEach(product ->
                System.out.println(product.id() + " " + product.artNo()));
        // --- /Stock/Creat
        var report = stockroom.createStock(List.of(
                new StockEntry(pid, "red", 38, 12),
                StockEntry.change(pid, "red", 42, 3),
                new StockEntry(pid, "blue", 40, 0)));
        System.out.println(report.written() + " written");
        for (var rejected : report.rejected()) {
            var entry = rejected.entry();
            System.out.println(entry.color() + ": " + rejected.reason());
        }
        // --- /Stock/List
        for (var item : stockroom.stock(pid)) {
            System.out.println(item.color() + ": " + item.stock());
        }
        // --- /Stock/Batch
        stockroom.stocks(pids).forEach((id, items) ->
                System.out.println(id + ": " + items.size()));
        // --- /Stock/History
        stockroom.history(pid, "red", 38).forEach(push -> {
            for (var change : push.changes()) {
                System.out.println(push.at() + ": " + change.stock());
            }
        });
        // --- /Stock/Delete
        var deleted = stockroom.deleteStock(List.of(
                new StockDeletion(pid, "red", List.of(38, 42)),
                new StockDeletion(pid, "blue")));
        System.out.println("deleted by push " + deleted.getAsLong());
        // ---
        undo(stockroom, deleted.getAsLong());
        // --- /Product/Detail
        var detail = stockroom.productDetail(pid);
        System.out.println(detail.title() + ": " + detail.price());
        // --- /Product/UploadResult
        var result = PublishResult.published(pid, "660012345")
                .inShop("tb", shopId, "Walk Well on TB")
                .byUser("u-17", "walker");
        stockroom.reportPublishResult(result);
        // --- /Account/Limits
        var limits = stockroom.limits();
        System.out.println(limits.details().used() + " details today");
        System.out.println("token until " + limits.token().expiresAt());
        // --- /Stock/Changes
        var changes = stockroom.changes(cursor);
        while (changes.hasNext()) {
            for (var change : changes.next().changes()) {
                System.out.println(change.color() + " " + change.stock());
            }
            store(changes.cursor()); // to continue from there
        }
        // ---
    }

    static void undo(StockroomClient stockroom, long push) {
        // --- /Stock/Undo
        var options = UndoOptions.defaults().asAllOrNothing();
        var result = stockroom.undo(push, options);
        System.out.println(result.undone() + " entries are as before");
        // ---
    }

    static void store(String cursor) {
        System.out.println("followed");
        System.exit(0);
    }
}
