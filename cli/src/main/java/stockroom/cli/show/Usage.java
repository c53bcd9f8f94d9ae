package stockroom.cli.show;

import java.time.Duration;
import tools.jackson.databind.JsonNode;

public final class Usage {
    private static final int BAR = 20;

    private Usage() {}

    public static void print(Screen screen, JsonNode usage) {
        var store = usage.path("store");
        var account = "Account %s of merchant %s".formatted(Values.each(usage, "accountId", "merchantId"));
        var bound = "bound to %s shop %s (%s)".formatted(Values.each(store, "platform", "shopId", "shopName"));
        screen.say(account + ", " + bound);
        screen.out().println();
        var today = usage.path("productDetail").path("today");
        var end = today.path("resetsAt");
        boolean narrow = screen.columns().orElse(Integer.MAX_VALUE) < Table.WIDE_SCREEN;
        var resets = narrow ? "resets " + Values.age(end, screen.now()) : "until " + Values.time(end);
        limit(screen, "Details fetched today", today, resets);
        var fetched = usage.path("productDetail").path("store");
        limit(screen, "Products of the store", fetched, "in %s months".formatted(Values.of(fetched.path("months"))));
        publishResults(screen, usage.path("publishResults"));
        screen.out().println();
        createStock(screen, usage.path("createStock"));
    }

    private static void limit(Screen screen, String name, JsonNode limit, String words) {
        line(screen, name, limit.path("used").asLong(), limit.path("limit").asLong(), words);
    }

    private static void publishResults(Screen screen, JsonNode results) {
        var needed = Values.of(results.path("needed"));
        var words = results.path("blocked").asBoolean()
                ? "details are withheld until %s are reported".formatted(needed)
                : "%s needed".formatted(needed);
        long reported = results.path("reported").asLong();
        line(screen, "Publish results due", reported, results.path("due").asLong(), words);
    }

    private static void line(Screen screen, String name, long used, long limit, String words) {
        var amount = used + " of " + limit;
        var whole =
                "%s  %s  %s  %s".formatted(Text.padRight(name, 21), bar(used, limit), Text.padLeft(amount, 12), words);
        boolean fits = Text.width(whole) <= screen.columns().orElse(Integer.MAX_VALUE);
        screen.say(fits ? whole : name + "\n  " + amount + ", " + words);
    }

    /// A bar never looks empty when something is used, nor full when something is left.
    static String bar(long used, long limit) {
        long full = limit <= 0 ? 0 : Math.min(BAR, used * BAR / limit);
        if (used > 0 && full == 0) {
            full = 1;
        }
        return "[" + "#".repeat((int) full) + "-".repeat(BAR - (int) full) + "]";
    }

    private static void createStock(Screen screen, JsonNode stock) {
        screen.say("Create stock: one request in %s s for each application; "
                        .formatted(Values.each(stock, "intervalSeconds"))
                + "at most %s colours and %s entries a request, "
                        .formatted(Values.each(stock, "coloursPerRequest", "entriesPerRequest"))
                + "%s colours and %s entries a product"
                        .formatted(Values.each(stock, "coloursPerProduct", "entriesPerProduct")));
        for (var turn : stock.path("turns")) {
            long wait = turn.path("waitMillis").asLong();
            var next = wait == 0 ? "now" : "in %s s".formatted(Values.seconds(Duration.ofMillis(wait)));
            var turns = Values.each(turn, "applicationId", "admittedAt");
            screen.say("  application %s: last %s, next ".formatted(turns) + next);
        }
    }
}
