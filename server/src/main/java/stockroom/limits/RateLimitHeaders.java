package stockroom.limits;

import java.time.Duration;
import java.util.Map;
import stockroom.auth.OwnLimits;

/// `RateLimit-Policy` is on every response of a limited path, `RateLimit` only where the rest is known (IETF
/// draft "RateLimit header fields for HTTP").
public final class RateLimitHeaders {
    private static final String POLICY = "RateLimit-Policy";

    public static final Map<String, String> CREATE_STOCK_POLICY =
            Map.of(POLICY, "\"create-stock\";q=1;w=%d".formatted(Limits.CREATE_INTERVAL.toSeconds()));

    /// The header takes only seconds, so the window of three months is given as 92 days.
    public static final Map<String, String> PRODUCT_DETAIL_POLICY = Map.of(POLICY, productDetailPolicy(OwnLimits.NONE));

    private RateLimitHeaders() {}

    /// Adds milliseconds, because rounding to the draft's seconds would cost a caller up to a second each time.
    public static Map<String, String> createStock(Duration wait) {
        return Map.of(
                "RateLimit", "\"create-stock\";r=%d;t=%d".formatted(wait.isPositive() ? 0 : 1, seconds(wait)),
                "Next-Turn-Ms", Long.toString(Math.ceilDiv(wait.toNanos(), 1_000_000L)));
    }

    public static Map<String, String> productDetail(
            OwnLimits own, int fetchedToday, Duration toMidnight, int storeProducts) {
        return Map.of(
                POLICY,
                productDetailPolicy(own),
                "RateLimit",
                "\"day\";r=%d;t=%d, \"store\";r=%d"
                        .formatted(
                                Math.max(0, Limits.fetchesPerDay(own) - fetchedToday),
                                seconds(toMidnight),
                                Math.max(0, Limits.productsPerStore(own) - storeProducts)));
    }

    public static Map<String, String> day(OwnLimits own, int fetchedToday, Duration toMidnight) {
        return Map.of(
                POLICY,
                productDetailPolicy(own),
                "RateLimit",
                "\"day\";r=%d;t=%d"
                        .formatted(Math.max(0, Limits.fetchesPerDay(own) - fetchedToday), seconds(toMidnight)));
    }

    private static String productDetailPolicy(OwnLimits own) {
        return "\"day\";q=%d;w=86400, \"store\";q=%d;w=%d"
                .formatted(
                        Limits.fetchesPerDay(own),
                        Limits.productsPerStore(own),
                        Duration.ofDays(92).toSeconds());
    }

    static Map<String, String> readPolicy(int perSecond) {
        return Map.of(POLICY, "\"reads\";q=%d;w=1".formatted(perSecond));
    }

    /// All reads are available again after a second without any.
    static Map<String, String> reads(int perSecond, int left) {
        return Map.of(
                POLICY, "\"reads\";q=%d;w=1".formatted(perSecond), "RateLimit", "\"reads\";r=%d;t=1".formatted(left));
    }

    private static long seconds(Duration duration) {
        return Math.ceilDiv(duration.toNanos(), 1_000_000_000L);
    }
}
