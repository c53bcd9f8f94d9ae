package stockroom.client.model;

import java.time.Instant;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// The account's use of every limit, and when this token expires.
///
/// @param reads null unless the operator has limited reads
public record AccountLimits(
        CreateStock createStock,
        Details details,
        Store store,
        Publish publish,
        Token token,
        @Nullable Reads reads) {
    /// The pace of create stock: milliseconds between two requests and until the next one is admitted.
    public record CreateStock(long intervalMs, long nextTurnMs) {}

    /// The product details fetched today.
    public record Details(int limit, int used, Instant resetsAt) {}

    /// The different products that the bound store has fetched within three months.
    public record Store(int limit, int used) {}

    /// The publish results that are due: how many must be reported before further details are delivered
    /// (`needed`), and the products without a result, oldest first (`owing`).
    public record Publish(int due, int reported, int needed, List<Integer> owing) {
        public Publish {
            owing = List.copyOf(owing);
        }
    }

    /// The client's access token. The platform's operator can renew it.
    public record Token(Instant expiresAt) {}

    /// The reads per second that each server accepts.
    public record Reads(int perSecond) {}
}
