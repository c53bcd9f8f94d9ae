package stockroom.audit;

import org.jspecify.annotations.Nullable;
import stockroom.requests.IdempotencyKey;

/// Who makes a change. `keyId` and `requestId` are null for server commands, `claim` is null without an
/// Idempotency-Key, and `personId` and `address` are set for a person instead of a key.
public record Operator(
        String name,
        @Nullable Long keyId,
        @Nullable String requestId,
        @Nullable IdempotencyKey claim,
        @Nullable Long personId,
        @Nullable String address) {

    public Operator(String name, @Nullable Long keyId, @Nullable String requestId) {
        this(name, keyId, requestId, null, null, null);
    }

    public static Operator person(String name, long person, String requestId, String address) {
        return new Operator(name, null, requestId, null, person, address);
    }

    public Operator with(IdempotencyKey once) {
        return new Operator(name, keyId, requestId, once, personId, address);
    }

    public static Operator onTheServer() {
        return new Operator("server command line", null, null);
    }
}
