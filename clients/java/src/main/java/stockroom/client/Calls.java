package stockroom.client;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.net.URLEncoder;
import java.util.HashMap;
import java.util.Locale;
import java.util.Map;
import java.util.function.Consumer;
import java.util.stream.Collectors;
import tools.jackson.databind.JsonNode;

/// Signed calls: the clock is corrected when the server refuses it, and what passes is tried again.
final class Calls {
    private final Connections connections;
    private final Credentials credentials;
    private final ServerClock clock;
    private final Locale language;
    private final Retries retries;
    private final StockroomListener listener;

    Calls(
            Connections connections,
            Credentials credentials,
            ServerClock clock,
            Locale language,
            Retries retries,
            StockroomListener listener) {
        this.connections = connections;
        this.credentials = credentials;
        this.clock = clock;
        this.language = language;
        this.retries = retries;
        this.listener = listener;
    }

    /// A body and what it is.
    record Body(String type, String text, boolean dryRun) {
        static Body form(Map<String, String> fields) {
            var form = fields.entrySet().stream()
                    .map(field -> field.getKey() + "=" + URLEncoder.encode(field.getValue(), UTF_8))
                    .collect(Collectors.joining("&"));
            return new Body("application/x-www-form-urlencoded", form, false);
        }

        static Body json(String text, boolean dryRun) {
            return new Body("application/json", text, dryRun);
        }
    }

    StockroomListener listener() {
        return listener;
    }

    JsonNode call(String path, Body body) {
        var attempts = new RetryLoop(path, retries, listener);
        while (true) {
            try {
                return once(path, body, reply -> {});
            } catch (RateLimitedException | UnavailableException e) {
                attempts.pause(e);
            }
        }
    }

    /// One attempt; two if the first taught what time it is.
    ///
    /// @param seen shown every reply before it is judged
    JsonNode once(String path, Body body, Consumer<Reply> seen) {
        var reply = send(path, body);
        seen.accept(reply);
        try {
            return Answers.read(reply);
        } catch (NotAuthenticatedException e) {
            if (!e.code().equals("TIMESTAMP_EXPIRED")) {
                throw e;
            }
            var offset = clock.correct(reply).orElseThrow(() -> e);
            listener.clockCorrected(offset);
            var again = send(path, body);
            seen.accept(again);
            return Answers.read(again);
        }
    }

    private Reply send(String path, Body body) {
        var headers = new HashMap<>(credentials.headers(clock.seconds()));
        headers.put("Content-Type", body.type());
        headers.put("Accept", "application/json");
        headers.put("Accept-Language", language.toLanguageTag());
        headers.put("User-Agent", "stockroom-client");
        if (body.dryRun()) {
            headers.put("Dry-Run", "true");
        }
        return connections.post(path, body.text().getBytes(UTF_8), headers);
    }
}
