package stockroom.audit;

import org.jspecify.annotations.Nullable;
import stockroom.requests.IdempotencyKey;

/// The operator who makes a change, for the audit log.
///
/// @param name is that of the key
/// @param keyId is null for commands on the server's machine, and so is `requestId`
/// @param claim is null if the request has no Idempotency-Key
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
