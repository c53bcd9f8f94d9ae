package stockroom.audit;

import org.jspecify.annotations.Nullable;
import stockroom.requests.IdempotencyKey;

/// Who changes something, for the audit log.
///
/// @param name of the key
/// @param keyId null for commands on the server's own machine
/// @param requestId null likewise
/// @param claim null where the request may be carried out again
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

    /// Whoever may run the server's program on the server's machine.
    public static Operator onTheServer() {
        return new Operator("server command line", null, null);
    }
}
