package stockroom.testing.platform;

import java.time.Duration;
import java.time.Instant;
import java.time.ZoneId;
import java.util.List;

/// Models the two-thirds rule in plain Java, as the contract words it: "of the products fetched by the bound store in
/// the last three months and more than 24 hours ago, at least two thirds must have a publish result, once 3 or more
/// are due". A product that left the three months and is fetched again starts anew.
public record PublishedShareModel(List<Product> products) {

    /// A fetched product.
    ///
    /// @param fetches oldest first, at least one
    public record Product(List<Instant> fetches, boolean hasResult) {

        public Instant lastFetch() {
            return fetches.getLast();
        }

        /// Returns the first fetch after the last gap of three months.
        public Instant firstFetch() {
            int first = fetches.size() - 1;
            while (first > 0 && fetches.get(first - 1).isAfter(threeMonthsBefore(fetches.get(first)))) {
                first--;
            }
            return fetches.get(first);
        }

        public boolean isInTheWindow(Instant now) {
            return lastFetch().isAfter(threeMonthsBefore(now));
        }

        public boolean isDue(Instant now) {
            return isInTheWindow(now) && Duration.between(firstFetch(), now).compareTo(Duration.ofHours(24)) > 0;
        }
    }

    public record Verdict(String outcome, long inTheWindow, long due, long dueWithResult) {}

    public Verdict verdict(Instant now) {
        var inTheWindow =
                products.stream().filter(product -> product.isInTheWindow(now)).count();
        var due = products.stream().filter(product -> product.isDue(now)).toList();
        long withResult = due.stream().filter(Product::hasResult).count();
        boolean refused = due.size() >= 3 && withResult < due.size() * 2 / 3.0;
        return new Verdict(refused ? "unpublished" : "delivered", inTheWindow, due.size(), withResult);
    }

    public static Instant threeMonthsBefore(Instant instant) {
        return instant.atZone(ZoneId.of("Asia/Shanghai")).minusMonths(3).toInstant();
    }
}
