package stockroom.client.model;

import java.time.Instant;
import java.util.List;

/// Tells where the account stands against every limit, and until when this token is valid.
public record AccountLimits(CreateStock createStock, Details details, Store store, Publish publish, Token token) {
    /// The pace of create stock.
    ///
    /// @param intervalMs milliseconds between two create-stock requests
    /// @param nextTurnMs milliseconds until the next one is admitted; 0 for at once
    public record CreateStock(long intervalMs, long nextTurnMs) {}

    /// The product details fetched today.
    public record Details(int limit, int used, Instant resetsAt) {}

    /// The different products that the bound store has fetched within three months.
    public record Store(int limit, int used) {}

    /// The publish results that are due.
    ///
    /// @param needed the number of due products that must have a result before further details are delivered
    /// @param owing the due products without a result, the oldest first
    public record Publish(int due, int reported, int needed, List<Integer> owing) {
        public Publish {
            owing = owing == null ? List.of() : List.copyOf(owing);
        }
    }

    /// The client's access token. The platform's operator can renew it.
    public record Token(Instant expiresAt) {}
}
