package stockroom.catalog.stock;

import java.time.Duration;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;
import java.util.function.ObjLongConsumer;
import stockroom.auth.Caller;
import stockroom.auth.MerchantId;
import stockroom.catalog.ledger.LedgerMessage;
import stockroom.catalog.stock.WriteResult.Written;
import stockroom.database.Database;
import stockroom.http.Request;
import stockroom.http.failure.Failure;
import stockroom.http.failure.Violation;
import stockroom.limits.Limits;
import stockroom.limits.LockBulkhead;
import stockroom.limits.RateLimitHeaders;
import stockroom.limits.RefusalCache;
import stockroom.requests.IdempotencyKey;

/// The turns of create, delete and undo: one for each application and account. A repeat with the same
/// [IdempotencyKey] takes none and gets the first response again, a success or a refusal.
public final class WriteTurns {
    final StockWriteStore store;
    private final ArtNoStore artNos;
    private final LockBulkhead bulkhead;
    private final ObjLongConsumer<MerchantId> pushed;
    private final RefusalCache refusals;

    /// @param maxWait for other writes to the same products
    /// @param pushed receives every push made by this node
    public WriteTurns(Database database, Duration maxWait, ObjLongConsumer<MerchantId> pushed, RefusalCache refusals) {
        this.store = new StockWriteStore(database);
        this.artNos = new ArtNoStore(database);
        this.bulkhead = new LockBulkhead(maxWait);
        this.pushed = pushed;
        this.refusals = refusals;
    }

    /// Adds the time until the caller's next turn, as far as this node knows it, to a refusal of the content.
    void show(Caller caller, Request request) {
        closedFor(caller).ifPresent(wait -> request.answerWith(RateLimitHeaders.createStock(wait)));
    }

    WriteTurn begin(Caller caller, Optional<IdempotencyKey> key, ProductNames names) {
        return new WriteTurn(caller, key, names);
    }

    private Optional<Duration> closedFor(Caller caller) {
        return refusals.closedFor(RefusalCache.turn(caller));
    }

    static Failure tooSoon(Duration wait) {
        var violation = Violation.of(
                LedgerMessage.CREATE_TOO_SOON, Limits.CREATE_INTERVAL.toSeconds(), Limits.GROUPS_PER_REQUEST);
        return new Failure.Limited(violation, wait, RateLimitHeaders.createStock(wait));
    }

    final class WriteTurn implements AutoCloseable {
        private final Caller caller;
        private final Optional<IdempotencyKey> key;
        private final ProductNames names;
        private LockBulkhead.Permits permits = LockBulkhead.NO_PERMITS;
        private ProductNames.Resolved products;
        private long asked;

        private WriteTurn(Caller caller, Optional<IdempotencyKey> key, ProductNames names) {
            this.caller = caller;
            this.key = key;
            this.names = names;
            this.products = new ProductNames.Resolved(names, Map.of());
        }

        /// Returns the kept result of the key, or waits until few others write to the same products.
        <R extends WriteResult> Optional<Written<R>> await(Class<R> kind) {
            var kept = kept(kind);
            if (kept.isPresent()) {
                return kept;
            }
            var closed = closedFor(caller);
            if (closed.isEmpty()) {
                products = resolve();
                permits = bulkhead.enter(caller.merchant(), products.known());
                // Another request of the caller may have taken the turn while this one waited.
                closed = closedFor(caller);
            }
            if (closed.isPresent()) {
                // That may have been the first request with this key.
                kept = kept(kind);
                if (kept.isEmpty()) {
                    throw tooSoon(closed.get());
                }
            }
            asked = System.nanoTime();
            return kept;
        }

        private <R extends WriteResult> Optional<Written<R>> kept(Class<R> kind) {
            return key.flatMap(given -> store.find(caller, given, kind));
        }

        private ProductNames.Resolved resolve() {
            return names.resolve(
                    names.artNos().isEmpty() ? Map.of() : artNos.products(caller.merchant(), names.artNos()));
        }

        /// Repeats the write with new ids as long as item numbers move.
        <R extends WriteResult> Written<R> write(Function<ProductNames.Resolved, Written<R>> write) {
            while (true) {
                try {
                    return end(write.apply(products));
                } catch (ArtNoStore.Moved e) {
                    products = resolve();
                }
            }
        }

        private <R extends WriteResult> Written<R> end(Written<R> written) {
            if (written.replayed()) {
                return written;
            }
            if (!(written.result() instanceof WriteResult.Closed(var isCertain)) || isCertain) {
                refusals.remember(RefusalCache.turn(caller), asked, written.untilNextTurn());
            }
            if (written.push() != null) {
                pushed.accept(caller.merchant(), written.push());
            }
            return written;
        }

        @Override
        public void close() {
            permits.close();
        }
    }
}
