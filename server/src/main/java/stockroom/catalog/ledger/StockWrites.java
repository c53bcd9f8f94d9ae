package stockroom.catalog.ledger;

import java.time.Duration;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;
import stockroom.auth.Caller;
import stockroom.auth.MerchantId;
import stockroom.database.MerchantNodes;
import stockroom.database.MerchantNodes.PerNode;
import stockroom.http.Answer;
import stockroom.http.Request;
import stockroom.http.failure.Excerpt;
import stockroom.http.failure.Failure;
import stockroom.http.failure.Violation;
import stockroom.limits.Limits;
import stockroom.limits.LockBulkhead;
import stockroom.limits.RateLimitHeaders;
import stockroom.limits.RefusalCache;

/// What create, delete and undo have in common: they take the same turn, a request that is sent again with its
/// [IdempotencyKey] gets the first answer again, a success or a refusal, and whoever follows the changes hears of them.
public final class StockWrites {
    private final PerNode<IdempotencyStore> keys;
    private final RefusalCache<Record> turns;
    private final LockBulkhead bulkhead;
    private final PushListener pushed;

    /// Is told of every push that this node has made.
    @FunctionalInterface
    public interface PushListener {
        void pushed(MerchantId merchant, long push);
    }

    /// Shared by the endpoints that write.
    ///
    /// @param maxWait for others that write to the same products
    /// @param turns those that are closed, by [Caller]
    public StockWrites(MerchantNodes nodes, Duration maxWait, PushListener pushed, RefusalCache<Record> turns) {
        this.keys = nodes.each(IdempotencyStore::new);
        this.bulkhead = new LockBulkhead(maxWait);
        this.pushed = pushed;
        this.turns = turns;
    }

    /// How far a write has come.
    public enum Turn {
        /// It was this request's turn, whatever became of it.
        TAKEN,
        CLOSED,
        /// Closed, but for how long is unknown: the request that has the turn is still at work, and may fail.
        CONTENDED,
        /// The key came before, and its answer is kept.
        REPEATED;

        static Turn of(String outcome) {
            return switch (outcome) {
                case "closed" -> CLOSED;
                case "contended" -> CONTENDED;
                case "repeated" -> REPEATED;
                default -> TAKEN;
            };
        }
    }

    /// What the database made of a write.
    ///
    /// @param outcome as its function calls it
    /// @param push its number, if it changed something
    /// @param data the JSON of the answer's `data`, if it has any
    /// @param replayed whether it was made of an earlier request with the same key
    public record Written(
            String outcome,
            Duration untilNextTurn,
            @Nullable Long push,
            @Nullable String data,
            Refused refused,
            boolean replayed) {
        /// The outcome of a write that was carried out with the same key before.
        public static final String DONE_BEFORE = "done before";

        Turn turn() {
            return Turn.of(outcome);
        }

        public Map<String, String> headers() {
            var headers = new HashMap<>(RateLimitHeaders.createStock(untilNextTurn));
            if (replayed) {
                headers.put("Idempotent-Replayed", "true");
            }
            return headers;
        }
    }

    /// What a write was refused for.
    ///
    /// @param products those that are missing or have no room
    /// @param entries those that are not as they must be; of an earlier request the first 100
    /// @param count of all the entries
    public record Refused(List<Integer> products, List<RefusedEntry> entries, int count) {
        public static final Refused NOTHING = new Refused(List.of(), List.of(), 0);
    }

    /// An entry that is not as it must be.
    ///
    /// @param index in the request
    /// @param stock null where there is no entry
    public record RefusedEntry(int index, @Nullable Integer stock) {}

    /// One kind of write.
    ///
    /// @param products that are locked
    /// @param write carries it out, and keeps the answer for the key if there is one
    /// @param answer what it comes to once the turn was taken, now or by an earlier request with the same key
    public record Work(
            Collection<Integer> products,
            Function<Optional<IdempotencyKey>, Written> write,
            Function<Written, Answer> answer) {}

    /// Lets a request that is refused for what it holds say when the caller's next turn is, as far as this node knows.
    public void showTurn(Caller caller, Request request) {
        turns.closedFor(caller).ifPresent(wait -> request.answerWith(RateLimitHeaders.createStock(wait)));
    }

    /// The key that came with a request; a dry run has none.
    ///
    /// @param needed whether the request is not carried out without
    public static Optional<IdempotencyKey> key(Request request, boolean dryRun, boolean needed) {
        if (dryRun) {
            return Optional.empty();
        }
        var key = IdempotencyKey.of(request);
        if (needed && key.isEmpty()) {
            throw IdempotencyKey.missing();
        }
        return key;
    }

    public static boolean isDryRun(Request request) {
        return request.header("Dry-Run")
                .map(value -> switch (value.strip().toLowerCase(Locale.ROOT)) {
                    case "true" -> true;
                    case "false", "" -> false;
                    default ->
                        throw new Failure.BadRequest(
                                Violation.at("Dry-Run", LedgerMessage.DRY_RUN_INVALID, Excerpt.of(value)));
                })
                .orElse(false);
    }

    public Answer run(Caller caller, Optional<IdempotencyKey> key, Work work) {
        var kept = key.flatMap(given -> kept(caller, given));
        if (kept.isPresent()) {
            return work.answer.apply(kept.get());
        }
        Written written;
        try {
            written = write(caller, key, work);
        } catch (Failure.Limited tooSoon) {
            // the first one may have ended while this one waited: it is what has taken the turn
            return key.flatMap(given -> kept(caller, given)).map(work.answer).orElseThrow(() -> tooSoon);
        }
        // what was kept for the key may be forgotten before it is read: then the request is a new one
        return written.turn() == Turn.REPEATED ? run(caller, key, work) : work.answer.apply(written);
    }

    private Written write(Caller caller, Optional<IdempotencyKey> key, Work work) {
        refuseIfClosed(caller);
        var written = bulkhead.run(caller.merchant(), work.products, () -> {
            // another request of the caller may have taken the turn while this one waited
            refuseIfClosed(caller);
            return turns.ask(caller, () -> work.write.apply(key), StockWrites::closedFor);
        });
        if (written.push != null) {
            pushed.pushed(caller.merchant(), written.push);
        }
        return switch (written.turn()) {
            case TAKEN, REPEATED -> written;
            case CLOSED, CONTENDED -> throw tooSoon(written.untilNextTurn);
        };
    }

    private Optional<Written> kept(Caller caller, IdempotencyKey key) {
        var store = keys.of(caller.merchantHash());
        return store.find(caller, key.key()).map(kept -> {
            if (!kept.isOf(key)) {
                throw key.reused();
            }
            return new Written(
                    kept.outcome(), store.untilNextTurn(caller), kept.push(), kept.data(), kept.refused(), true);
        });
    }

    private void refuseIfClosed(Caller caller) {
        turns.closedFor(caller).ifPresent(wait -> {
            throw tooSoon(wait);
        });
    }

    private static Optional<Duration> closedFor(Written written) {
        return switch (written.turn()) {
            case TAKEN, CLOSED -> Optional.of(written.untilNextTurn);
            case CONTENDED, REPEATED -> Optional.empty();
        };
    }

    private static Failure tooSoon(Duration wait) {
        var violation = Violation.of(
                LedgerMessage.CREATE_TOO_SOON, Limits.CREATE_INTERVAL.toSeconds(), Limits.GROUPS_PER_REQUEST);
        return new Failure.Limited(violation, wait, RateLimitHeaders.createStock(wait));
    }
}
