package stockroom.audit;

import org.jspecify.annotations.Nullable;
import stockroom.requests.IdempotencyKey;

/// `keyId` and `requestId` are null for server commands, `claim` is null without an Idempotency-Key.
public record Operator(
        String name,
        @Nullable Long keyId,
        @Nullable String requestId,
        @Nullable IdempotencyKey claim) {

    public Operator(String name, @Nullable Long keyId, @Nullable String requestId) {
        this(name, keyId, requestId, null);
    }

    public Operator with(IdempotencyKey once) {
        return new Operator(name, keyId, requestId, once);
    }

    public static Operator onTheServer() {
        return new Operator("server command line", null, null);
    }
}
