package example;

import java.time.Duration;
import java.util.List;
import java.util.concurrent.Executors;
import stockroom.client.BadRequestException;
import stockroom.client.CreateOptions;
import stockroom.client.CreateReport;
import stockroom.client.CreateStockException;
import stockroom.client.NotAuthenticatedException;
import stockroom.client.RateLimitedException;
import stockroom.client.RefusedException;
import stockroom.client.StockroomClient;
import stockroom.client.StockroomListener;
import stockroom.client.UnavailableException;
import stockroom.client.model.StockEntry;
import stockroom.client.model.StockFilter;

/// The code of docs/java-client.md, as a user's program: in another package, with public types only.
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
            System.out.println(stopped.report() + ": " + stopped.why().getMessage());
            later(() -> stockroom.createStock(remaining));
        }
    }

    private static void later(Runnable work) {
        work.run();
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
