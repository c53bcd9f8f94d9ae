package stockroom.limits;

import java.time.Duration;
import java.time.ZoneId;
import java.util.Set;
import stockroom.auth.OwnLimits;

/// The limits of the specification, and two that operators may set for everyone (settings `limits.*`). Operators may
/// set others for one account or merchant ([OwnLimits]).
///
/// @param publishGrace is the age of a fetch at which its publish result is due
/// @param dayZone determines when the day of daily fetches ends
public record Limits(Duration publishGrace, ZoneId dayZone) {
    /// The codes of the limits in docs/limits.md. A test compares the two.
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

    /// Limits colour groups in one create-stock request.
    public static final int GROUPS_PER_REQUEST = 300;

    /// Limits entries in one create-stock request, with ranges expanded. The specification has no such limit.
    public static final int ENTRIES_PER_REQUEST = 15_000;

    /// Limits colours of one product. It is not in the specification, and keeps the stock list bounded.
    public static final int COLOURS_PER_PRODUCT = 300;

    /// Limits entries of one product. It is not in the specification, and keeps the stock list bounded.
    public static final int ENTRIES_PER_PRODUCT = 9_999;

    /// The minimum time between two create-stock requests of one (application, account).
    public static final Duration CREATE_INTERVAL = Duration.ofSeconds(2);

    /// Limits product details that one account fetches in a day.
    public static final int FETCHES_PER_DAY = 300;

    /// Limits different products that one bound store fetches within [#WINDOW_MONTHS].
    public static final int PRODUCTS_PER_STORE = 5_000;

    /// The window in months, as PostgreSQL computes them.
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
