package stockroom.client;

import org.jspecify.annotations.Nullable;

/// Options for deleting stock; start from [#defaults()].
///
/// @param dryRun the server only checks the request; the rate limit applies as well
/// @param reference stored with the push, see [CreateOptions#withReference(String)]; null for none
public record DeleteOptions(boolean dryRun, @Nullable String reference) {
    public static DeleteOptions defaults() {
        return new DeleteOptions(false, null);
    }

    public DeleteOptions asDryRun() {
        return new DeleteOptions(true, reference);
    }

    public DeleteOptions withReference(@Nullable String reference) {
        return new DeleteOptions(dryRun, reference);
    }
}
