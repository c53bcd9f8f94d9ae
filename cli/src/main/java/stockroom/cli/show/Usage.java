package stockroom.cli.show;

import java.io.PrintStream;
import java.time.Duration;
import tools.jackson.databind.JsonNode;

/// A picture of an account's limits.
public final class Usage {
    private static final int BAR = 20;

    private Usage() {}

    public static void print(PrintStream out, JsonNode usage) {
        var store = usage.path("store");
        out.println("Account %s of merchant %s, bound to %s shop %s (%s)"
                .formatted(
                        Values.of(usage.path("accountId")),
                        Values.of(usage.path("merchantId")),
                        Values.of(store.path("platform")),
                        Values.of(store.path("shopId")),
                        Values.of(store.path("shopName"))));
        out.println();
        var today = usage.path("productDetail").path("today");
        limit(out, "Details fetched today", today, "until " + Values.time(today.path("resetsAt")));
        var fetched = usage.path("productDetail").path("store");
        limit(out, "Products of the store", fetched, "in %s months".formatted(Values.of(fetched.path("months"))));
        publishResults(out, usage.path("publishResults"));
        out.println();
        createStock(out, usage.path("createStock"));
    }

    private static void limit(PrintStream out, String name, JsonNode limit, String words) {
        line(out, name, limit.path("used").asLong(), limit.path("limit").asLong(), words);
    }

    private static void publishResults(PrintStream out, JsonNode results) {
        var needed = Values.of(results.path("needed"));
        var words = results.path("blocked").asBoolean()
                ? "details are withheld until %s are reported".formatted(needed)
                : "%s needed".formatted(needed);
        line(
                out,
                "Publish results due",
                results.path("reported").asLong(),
                results.path("due").asLong(),
                words);
    }

    private static void line(PrintStream out, String name, long used, long limit, String words) {
        out.println("%s  %s  %s  %s"
                .formatted(Text.padRight(name, 21), bar(used, limit), Text.padLeft(used + " of " + limit, 12), words));
    }

    /// Never looks empty when something is used, nor full when something is left.
    static String bar(long used, long limit) {
        long full = limit <= 0 ? 0 : Math.min(BAR, used * BAR / limit);
        if (used > 0 && full == 0) {
            full = 1;
        }
        return "[" + "#".repeat((int) full) + "-".repeat(BAR - (int) full) + "]";
    }

    private static void createStock(PrintStream out, JsonNode stock) {
        out.println(("Create stock: one request in %s s for each application; at most %s colours and%n"
                        + "  %s entries a request, %s colours and %s entries a product")
                .formatted(
                        Values.of(stock.path("intervalSeconds")),
                        Values.of(stock.path("coloursPerRequest")),
                        Values.of(stock.path("entriesPerRequest")),
                        Values.of(stock.path("coloursPerProduct")),
                        Values.of(stock.path("entriesPerProduct"))));
        for (var turn : stock.path("turns")) {
            long wait = turn.path("waitMillis").asLong();
            out.println("  application %s: last %s, next %s"
                    .formatted(
                            Values.of(turn.path("applicationId")),
                            Values.time(turn.path("admittedAt")),
                            wait == 0 ? "now" : "in %s s".formatted(Values.seconds(Duration.ofMillis(wait)))));
        }
    }
}
