package stockroom.client.internal.http;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.net.URLEncoder;
import java.time.Duration;
import java.util.HashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/// A body with what its request needs besides.
///
/// @param headers in addition to those of every call
/// @param delay how long the server may wait before it responds
public record RequestBody(String type, String text, Map<String, String> headers, Duration delay) {
    public RequestBody {
        headers = Map.copyOf(headers);
    }

    public static RequestBody form(Form form) {
        return new RequestBody("application/x-www-form-urlencoded", form.text(), Map.of(), Duration.ZERO);
    }

    public static RequestBody json(String text) {
        return new RequestBody("application/json", text, Map.of(), Duration.ZERO);
    }

    public static RequestBody form(String name, Object value) {
        return form(new Form().with(name, value));
    }

    /// Marks the body as a change of stock, which the server carries out once per key.
    public RequestBody asWrite(String key, boolean dryRun, @Nullable String reference) {
        var more = new HashMap<>(headers);
        more.put("Idempotency-Key", key);
        if (dryRun) {
            more.put("Dry-Run", "true");
        }
        if (reference != null) {
            more.put("Reference", URLEncoder.encode(reference, UTF_8).replace("+", "%20"));
        }
        return new RequestBody(type, text, more, delay);
    }

    public RequestBody withDelay(Duration time) {
        return new RequestBody(type, text, headers, time);
    }
}
