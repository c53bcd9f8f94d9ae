package stockroom.client.internal.http;

import java.time.Duration;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/// A response of the server.
///
/// @param headers by their names in lower case
public record Reply(int status, Map<String, List<String>> headers, String body) {
    private static final long MAX_RETRY_AFTER_SECONDS = 100_000_000;

    public Optional<String> header(String name) {
        var values = headers.get(name.toLowerCase(Locale.ROOT));
        return values == null || values.isEmpty() ? Optional.empty() : Optional.of(values.get(0));
    }

    /// Tells whether the server repeated its response to an earlier request with the same key.
    public boolean isReplayed() {
        return header("Idempotent-Replayed").equals(Optional.of("true"));
    }

    /// Reads seconds. A date, which a proxy may send, is ignored.
    @Nullable
    Duration retryAfter() {
        var seconds = header("Retry-After").orElse("").strip();
        return seconds.matches("\\d{1,9}")
                ? Duration.ofSeconds(Math.min(Long.parseLong(seconds), MAX_RETRY_AFTER_SECONDS))
                : null;
    }
}
