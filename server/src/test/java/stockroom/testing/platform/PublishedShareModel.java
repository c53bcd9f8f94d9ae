package stockroom.testing.platform;

import java.time.Duration;
import java.time.Instant;
import java.time.ZoneId;
import java.util.List;

/// The two-thirds rule as the contract words it, in plain Java over what really happened: "of the products fetched by
/// the bound store in the last three months and more than 24 hours ago, at least two thirds must have a publish
/// result, once 3 or more are due". A product that left the three months and is fetched again begins anew.
///
/// @param products what a store fetched
public record PublishedShareModel(List<Product> products) {

    /// A product and when it was fetched.
    ///
    /// @param fetches when it was fetched, oldest first, at least once
    public record Product(List<Instant> fetches, boolean hasResult) {

        public Instant lastFetch() {
            return fetches.getLast();
        }

        /// The first fetch of the last unbroken run: at each of its fetches the one before was not three months old
        /// yet.
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

    /// What the service should say of it.
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
