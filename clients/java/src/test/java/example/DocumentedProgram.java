package example;

import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.concurrent.Executors;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import stockroom.client.BadRequestException;
import stockroom.client.CreateOptions;
import stockroom.client.CreateReport;
import stockroom.client.CreateStockException;
import stockroom.client.InvalidCursorException;
import stockroom.client.NotAuthenticatedException;
import stockroom.client.RateLimitedException;
import stockroom.client.RefusedException;
import stockroom.client.StockroomClient;
import stockroom.client.StockroomListener;
import stockroom.client.UnavailableException;
import stockroom.client.UndoOptions;
import stockroom.client.model.ProductField;
import stockroom.client.model.ProductSummary;
import stockroom.client.model.StockDeletion;
import stockroom.client.model.StockEntry;
import stockroom.client.model.StockFilter;
import stockroom.client.model.StockItem;

/// The code of docs/java-client.md as a user's program: in another package and with public types only.
public final class DocumentedProgram {
    private DocumentedProgram() {}

    public static void firstCall(String address, String appid, String secret, String token) {
        try (var stockroom = StockroomClient.builder()
                .address(address)
                .appid(appid)
                .secret(secret)
                .token(token)
                .build()) {
            stockroom
                    .products(StockFilter.WITHOUT_STOCK)
                    .limit(10)
                    .forEach(product -> System.out.println(product.id() + " " + product.artNo()));
        }
    }

    public static CreateReport setStock(StockroomClient stockroom, int pid) {
        var report = stockroom.createStock(List.of(
                new StockEntry(pid, "red", 36, 12),
                new StockEntry(pid, "red", 37, 12),
                new StockEntry(pid, "red", 38, 12, "6901234567892"),
                new StockEntry(pid, "blue", 40, 3)));
        System.out.println(report.written() + " written, " + report.rejected().size() + " rejected");
        return report;
    }

    public static CreateReport check(StockroomClient stockroom, List<StockEntry> entries) {
        var checked = stockroom.createStock(
                entries,
                CreateOptions.defaults()
                        .asDryRun()
                        .withProgress(now -> System.out.println("request %d of %d, %s left"
                                .formatted(now.requestsDone(), now.requestsTotal(), now.timeLeft()))));
        return checked;
    }

    public static void continueLater(StockroomClient stockroom, List<StockEntry> entries) {
        try {
            stockroom.createStock(entries);
        } catch (CreateStockException stopped) {
            var remaining = stopped.report().remaining();
            System.out.println(stopped.getMessage());
            later(() -> stockroom.createStock(remaining));
        }
    }

    private static void later(Runnable work) {
        work.run();
    }

    public static void sell(StockroomClient stockroom, int pid, String orderNumber) {
        var items = List.of(StockEntry.change(pid, "red", 38, -2), StockEntry.change(pid, "blue", 40, -1));
        try {
            stockroom.createStock(items, CreateOptions.defaults().asOneRequest(orderNumber));
            System.out.println("sold");
        } catch (CreateStockException stopped) {
            stopped.report()
                    .rejected()
                    .forEach(each -> System.out.println("only " + each.stock() + " of " + each.entry()));
        }
    }

    public static void begin(StockroomClient stockroom, Consumer<String> store) {
        var snapshot = stockroom.snapshot();
        snapshot.stock().forEach((pid, items) -> System.out.println(pid + ": " + items));
        store.accept(snapshot.cursor());
    }

    public static void follow(StockroomClient stockroom, @Nullable String stored, Consumer<String> store) {
        try (var changes = stockroom.changes(stored)) {
            while (changes.hasNext()) {
                var push = changes.next();
                push.changes().forEach(change -> System.out.println(push.push() + ": " + change));
                store.accept(changes.cursor());
            }
        } catch (InvalidCursorException e) {
            // off for more than a year, or the service was restored: begin again with a snapshot
            System.out.println("begin again: " + e.code());
        }
    }

    public static void readAll(StockroomClient stockroom, List<String> artNos) {
        var pids = stockroom
                .productsByArtNo(artNos, ProductField.STATE)
                .filter(product -> "on_sale".equals(product.state()))
                .map(ProductSummary::id)
                .toList();
        stockroom.stocks(pids).forEach((pid, items) -> System.out.println(pid + " has " + items.size() + " entries"));
    }

    public static List<StockItem> lookBack(StockroomClient stockroom, int pid, Instant closingTime) {
        stockroom
                .history(pid, "red", 38)
                .limit(20)
                .forEach(push -> System.out.println(push.at() + " " + push.application() + " " + push.changes()));
        var then = stockroom.stockAsOf(pid, closingTime);
        return then;
    }

    public static void deliver(StockroomClient stockroom, List<StockEntry> entries) {
        stockroom.createStock(entries, CreateOptions.defaults().withReference("delivery 7"));
        stockroom.history("delivery 7").forEach(push -> System.out.println(push.push() + " " + push.changes()));
    }

    public static void takeBack(StockroomClient stockroom, long push) {
        var checked = stockroom.undo(push, UndoOptions.defaults().asDryRun());
        System.out.println(checked.undone() + " would be as before, " + checked.conflicts() + " were changed since");
        var undone = stockroom.undo(push);
        System.out.println("undone by push " + undone.push().orElse(0));
    }

    public static void delete(StockroomClient stockroom, int pid) {
        stockroom.deleteStock(List.of(new StockDeletion(pid, "red", List.of(36, 37)), new StockDeletion(pid, "blue")));
    }

    public static void failures(StockroomClient stockroom, int pid) {
        try {
            stockroom.stock(pid);
        } catch (RefusedException e) {
            // a rule says no: e.code() is STOCK_NOT_ADDED, PRODUCT_UNKNOWN, …
            System.out.println("no stock: " + e.code());
        } catch (NotAuthenticatedException e) {
            // secret, token or application: someone has to fix the credentials
            System.out.println("not let in: " + e.code());
        } catch (RateLimitedException e) {
            // a limit that lasts, such as that of the day
            System.out.println("again in " + e.retryAfter());
        } catch (UnavailableException e) {
            // no connection, or the server cannot work now; it was tried several times
            System.out.println("later: " + e.getMessage());
        } catch (BadRequestException e) {
            e.violations().forEach(violation -> System.out.println(violation.at() + ": " + violation.message()));
        }
    }

    public static StockroomListener listener() {
        var listener = new StockroomListener() {
            @Override
            public void clockCorrected(Duration offset) {
                System.out.println("this machine's clock is off by " + offset);
            }
        };
        return listener;
    }

    public static void details(StockroomClient stockroom, List<Integer> pids) {
        try (var threads = Executors.newVirtualThreadPerTaskExecutor()) {
            pids.forEach(pid -> threads.execute(
                    () -> System.out.println(stockroom.productDetail(pid).title())));
        }
    }
}
