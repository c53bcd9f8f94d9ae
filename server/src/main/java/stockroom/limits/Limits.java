package stockroom.limits;

import java.time.Duration;
import java.time.ZoneId;
import java.util.Set;
import stockroom.auth.OwnLimits;

/// Operators may set some limits for everyone (settings `limits.*`) or for one account or merchant
/// ([OwnLimits]). `publishGrace` is the age of a fetch at which its publish result is due.
public record Limits(Duration publishGrace, ZoneId dayZone) {
    /// A test compares the codes with docs/limits.md.
    public static final Set<String> CODES = Set.of(
            "CREATE_TOO_SOON",
            "DAILY_FETCHES_USED_UP",
            "STORE_PRODUCTS_USED_UP",
            "PUBLISH_RESULTS_MISSING",
            "READ_TOO_FAST",
            "TOO_MANY_AT_ONCE",
            "TOO_MANY_FAILURES",
            "OVERLOADED",
            "BODY_TOO_LARGE",
            "GROUPS_TOO_MANY",
            "ENTRIES_TOO_MANY",
            "COLORS_TOO_MANY",
            "PRODUCT_FULL",
            "ART_NOS_TOO_MANY",
            "PRODUCTS_TOO_MANY",
            "BAR_CODES_TOO_MANY");

    public static final int GROUPS_PER_REQUEST = 300;

    /// Counts entries with ranges expanded.
    public static final int ENTRIES_PER_REQUEST = 15_000;

    /// Limits on the colours and entries of a product bound the stock list.
    public static final int COLOURS_PER_PRODUCT = 300;

    public static final int ENTRIES_PER_PRODUCT = 9_999;

    /// Applies to each (application, account).
    public static final Duration CREATE_INTERVAL = Duration.ofSeconds(2);

    /// Limits product details that one account fetches in a day.
    public static final int FETCHES_PER_DAY = 300;

    /// Counts different products within [#WINDOW_MONTHS].
    public static final int PRODUCTS_PER_STORE = 5_000;

    public static final int WINDOW_MONTHS = 3;

    /// The two-thirds rule of publish results applies from this many due products.
    public static final int DUE_FROM = 3;

    public static int fetchesPerDay(OwnLimits own) {
        return own.detailsPerDay().orElse(FETCHES_PER_DAY);
    }

    public static int productsPerStore(OwnLimits own) {
        return own.productsPerStore().orElse(PRODUCTS_PER_STORE);
    }

    /// Returns the number of publish results required for `due` products before details are delivered.
    public static int resultsNeeded(int due) {
        return due < DUE_FROM ? 0 : Math.ceilDiv(due * 2, 3);
    }
}
