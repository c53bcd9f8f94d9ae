package stockroom.client.internal.http;

import java.time.Duration;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/// An HTTP answer, not interpreted yet.
///
/// @param headers by their names in lower case
public record Reply(int status, Map<String, List<String>> headers, String body) {
    private static final long MAX_RETRY_AFTER_SECONDS = 100_000_000;

    public Optional<String> header(String name) {
        var values = headers.get(name.toLowerCase(Locale.ROOT));
        return values == null || values.isEmpty() ? Optional.empty() : Optional.of(values.get(0));
    }

    /// Whether an earlier request with the same key got this answer, and it was not carried out again.
    public boolean isReplayed() {
        return header("Idempotent-Replayed").equals(Optional.of("true"));
    }

    /// In seconds, as Stockroom sends it; a date, as a proxy may send it, counts as none.
    @Nullable
    Duration retryAfter() {
        var seconds = header("Retry-After").orElse("").strip();
        return seconds.matches("\\d{1,9}")
                ? Duration.ofSeconds(Math.min(Long.parseLong(seconds), MAX_RETRY_AFTER_SECONDS))
                : null;
    }
}
