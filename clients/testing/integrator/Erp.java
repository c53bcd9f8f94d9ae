import java.util.HashSet;
import java.util.Set;
import stockroom.client.StockroomClient;

public class Erp {
    public static void main(String[] arguments) throws InterruptedException {
        Set<Thread> before = threads();
        try (StockroomClient stockroom = StockroomClient.builder()
                .address(arguments[0])
                .appid(arguments[1])
                .secret(System.getenv("STOCKROOM_CLI_SECRET"))
                .token(System.getenv("STOCKROOM_CLI_TOKEN"))
                .build()) {
            System.out.println(stockroom.products().count() + " products on Java " + Runtime.version().feature());
        }
        long start = System.nanoTime();
        while (!before.containsAll(threads())) {
            if (System.nanoTime() - start > 30_000_000_000L) {
                throw new IllegalStateException("left behind: " + threads());
            }
            Thread.sleep(100);
        }
        System.out.println("no thread left after " + (System.nanoTime() - start) / 1_000_000 + " ms");
    }

    private static Set<Thread> threads() {
        return new HashSet<>(Thread.getAllStackTraces().keySet());
    }
}
