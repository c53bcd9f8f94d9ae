package stockroom.limits;

import java.time.Duration;
import java.time.ZoneId;
import java.util.Set;
import stockroom.auth.OwnLimits;

/// Every number of specification 8, and the two an operator may set for everyone (see the settings `limits.*`). For one
/// account or merchant an operator may set others ([OwnLimits]).
///
/// @param publishGrace how old a fetch is before a publish result for it is due
/// @param dayZone where the day of the daily fetches turns
public record Limits(Duration publishGrace, ZoneId dayZone) {
    /// Of the refusals that docs/limits.md lists; a test holds the two together.
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
            "PRODUCTS_TOO_MANY");

    /// Create stock: colour groups in one request.
    public static final int GROUPS_PER_REQUEST = 300;

    /// Create stock: entries in one request, ranges expanded. Not of the specification; 300 colours of 50 sizes.
    public static final int ENTRIES_PER_REQUEST = 15_000;

    /// Create stock: colours of one product. Not of the specification; keeps the answer of the stock list bounded.
    public static final int COLOURS_PER_PRODUCT = 300;

    /// Create stock: entries of one product. Not of the specification; keeps the answer of the stock list bounded.
    public static final int ENTRIES_PER_PRODUCT = 9_999;

    /// Create stock: time between two admitted requests of one (application, account).
    public static final Duration CREATE_INTERVAL = Duration.ofSeconds(2);

    /// Product detail: fetches of one account in a day.
    public static final int FETCHES_PER_DAY = 300;

    /// Product detail: different products of one bound store within [#WINDOW_MONTHS].
    public static final int PRODUCTS_PER_STORE = 5_000;

    /// "Within three months", as PostgreSQL reckons months.
    public static final int WINDOW_MONTHS = 3;

    /// Product detail: two thirds of the fetched products must have a publish result once this many are due.
    public static final int DUE_FROM = 3;

    /// [#FETCHES_PER_DAY], unless an operator has set another.
    public static int fetchesPerDay(OwnLimits own) {
        return own.detailsPerDay().orElse(FETCHES_PER_DAY);
    }

    /// [#PRODUCTS_PER_STORE], unless an operator has set another.
    public static int productsPerStore(OwnLimits own) {
        return own.productsPerStore().orElse(PRODUCTS_PER_STORE);
    }

    /// How many of so many products due must have a publish result before details are delivered.
    public static int resultsNeeded(int due) {
        return due < DUE_FROM ? 0 : Math.ceilDiv(due * 2, 3);
    }
}
