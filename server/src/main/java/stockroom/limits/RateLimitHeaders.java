package stockroom.limits;

import java.time.Duration;
import java.util.Map;

/// What callers can see of their limits: `RateLimit-Policy` with every answer of a limited path, `RateLimit` with
/// every answer that knows how much is left (IETF draft "RateLimit header fields for HTTP").
public final class RateLimitHeaders {
    public static final Map<String, String> CREATE_STOCK_POLICY =
            Map.of("RateLimit-Policy", "\"create-stock\";q=1;w=%d".formatted(Limits.CREATE_INTERVAL.toSeconds()));

    /// Three months are at most 92 days; the header can only say seconds.
    public static final Map<String, String> PRODUCT_DETAIL_POLICY = Map.of(
            "RateLimit-Policy",
            "\"day\";q=%d;w=86400, \"store\";q=%d;w=%d"
                    .formatted(
                            Limits.FETCHES_PER_DAY,
                            Limits.PRODUCTS_PER_STORE,
                            Duration.ofDays(92).toSeconds()));

    /// For a create-stock request that takes no turn, while the next may be sent at once.
    public static final Map<String, String> CREATE_STOCK_OPEN =
            Map.of("RateLimit", "\"create-stock\";r=1;t=0", "Next-Turn-Ms", "0");

    private RateLimitHeaders() {}

    /// After a create-stock request: none left, the next in so long. The draft knows whole seconds only, by which a
    /// caller who keeps a pace of two would lose up to one each time: so in milliseconds, too.
    public static Map<String, String> createStock(Duration wait) {
        return Map.of(
                "RateLimit", "\"create-stock\";r=0;t=%d".formatted(seconds(wait)),
                "Next-Turn-Ms", Long.toString(Math.ceilDiv(wait.toNanos(), 1_000_000L)));
    }

    public static Map<String, String> productDetail(int fetchedToday, Duration toMidnight, int storeProducts) {
        return Map.of(
                "RateLimit",
                "\"day\";r=%d;t=%d, \"store\";r=%d"
                        .formatted(
                                Math.max(0, Limits.FETCHES_PER_DAY - fetchedToday),
                                seconds(toMidnight),
                                Math.max(0, Limits.PRODUCTS_PER_STORE - storeProducts)));
    }

    /// What is left of the day, where the products of the store were not counted.
    public static Map<String, String> day(int fetchedToday, Duration toMidnight) {
        return Map.of(
                "RateLimit",
                "\"day\";r=%d;t=%d".formatted(Math.max(0, Limits.FETCHES_PER_DAY - fetchedToday), seconds(toMidnight)));
    }

    static Map<String, String> readPolicy(int perSecond) {
        return Map.of("RateLimit-Policy", "\"reads\";q=%d;w=1".formatted(perSecond));
    }

    /// All of them are back after a second without any.
    static Map<String, String> reads(int left) {
        return Map.of("RateLimit", "\"reads\";r=%d;t=1".formatted(left));
    }

    private static long seconds(Duration duration) {
        return Math.ceilDiv(duration.toNanos(), 1_000_000_000L);
    }
}
