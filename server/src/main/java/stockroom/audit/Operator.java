package stockroom.audit;

import org.jspecify.annotations.Nullable;

/// Who changes something, for the audit log.
///
/// @param name of the key
/// @param keyId null for commands on the server's own machine
/// @param requestId null likewise
public record Operator(
        String name, @Nullable Long keyId, @Nullable String requestId) {

    /// Whoever may run the server's program on the server's machine.
    public static Operator onTheServer() {
        return new Operator("server command line", null, null);
    }
}
