package stockroom.client.model;

import java.time.Instant;
import java.util.List;

/// Where the account stands against every limit, and until when it can be used with this token.
public record AccountLimits(CreateStock createStock, Details details, Store store, Publish publish, Token token) {
    /// The pace of create stock.
    ///
    /// @param intervalMs between two create-stock requests, in milliseconds
    /// @param nextTurnMs until the next one is admitted; 0 for at once
    public record CreateStock(long intervalMs, long nextTurnMs) {}

    /// Product details of the day.
    public record Details(int limit, int used, Instant resetsAt) {}

    /// Different products that the bound store has fetched within three months.
    public record Store(int limit, int used) {}

    /// Publish results that are due.
    ///
    /// @param needed how many of those due must have a result before further details are delivered
    /// @param owing products that are due without a result, the oldest first
    public record Publish(int due, int reported, int needed, List<Integer> owing) {
        public Publish {
            owing = owing == null ? List.of() : List.copyOf(owing);
        }
    }

    /// The access token of the client. The platform's operator can renew it.
    public record Token(Instant expiresAt) {}
}
