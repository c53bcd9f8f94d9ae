package stockroom.catalog.ledger;

import java.time.Duration;
import java.util.Locale;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import stockroom.http.Request;
import stockroom.http.failure.Excerpt;
import stockroom.http.failure.Failure;
import stockroom.limits.Limits;
import stockroom.requests.IdempotencyKey;

/// The options of a write from its headers. `interval` is the minimum time between two turns.
public record Attempt(
        Duration interval,
        boolean dryRun,
        @Nullable String requestId,
        Optional<String> reference,
        Optional<IdempotencyKey> key) {

    /// Reads all headers but the Idempotency-Key, which also depends on the body.
    public static Attempt of(Request request) {
        return new Attempt(
                Limits.CREATE_INTERVAL, isDryRun(request), request.id(), Reference.of(request), Optional.empty());
    }

    /// Adds the Idempotency-Key, unless this is a dry run. Throws if it is needed and missing.
    public Attempt withKey(Request request, boolean needed) {
        if (dryRun) {
            return this;
        }
        var given = IdempotencyKey.of(request);
        if (needed && given.isEmpty()) {
            throw IdempotencyKey.missing();
        }
        return new Attempt(interval, dryRun, requestId, reference, given);
    }

    private static boolean isDryRun(Request request) {
        var value = request.header("Dry-Run").orElse("");
        return switch (value.strip().toLowerCase(Locale.ROOT)) {
            case "true" -> true;
            case "false", "" -> false;
            default -> throw Failure.badRequest("Dry-Run", LedgerMessage.DRY_RUN_INVALID, Excerpt.of(value));
        };
    }
}
