package stockroom.client.internal.http;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.time.Duration;
import java.util.HashMap;
import java.util.function.Consumer;
import stockroom.client.NotAuthenticatedException;
import stockroom.client.RateLimitedException;
import stockroom.client.RetryPolicy;
import stockroom.client.StockroomListener;
import stockroom.client.UnavailableException;
import tools.jackson.databind.JsonNode;

/// Makes signed calls, corrects the clock when the server refuses the timestamp, and retries temporary failures.
public final class Calls {
    private final Connections connections;
    private final Credentials credentials;
    private final ServerClock clock;
    private final RetryPolicy retryPolicy;
    private final StockroomListener listener;

    public Calls(
            Connections connections,
            Credentials credentials,
            ServerClock clock,
            RetryPolicy retryPolicy,
            StockroomListener listener) {
        this.connections = connections;
        this.credentials = credentials;
        this.clock = clock;
        this.retryPolicy = retryPolicy;
        this.listener = listener;
    }

    public Duration clockOffset() {
        return clock.offset();
    }

    public StockroomListener listener() {
        return listener;
    }

    public RetryPolicy retryPolicy() {
        return retryPolicy;
    }

    public JsonNode call(String path, RequestBody body) {
        var attempts = new RetryLoop(path, retryPolicy, listener);
        while (true) {
            try {
                return once(path, body, reply -> {});
            } catch (RateLimitedException | UnavailableException e) {
                attempts.pause(e);
            }
        }
    }

    /// Makes one attempt, or two if the first one corrected the clock.
    public JsonNode once(String path, RequestBody body, Consumer<Reply> seen) {
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

    private Reply send(String path, RequestBody body) {
        var headers = new HashMap<>(body.headers());
        headers.putAll(credentials.headers(clock.seconds()));
        headers.put("Content-Type", body.type());
        return connections.post(path, body.text().getBytes(UTF_8), headers, body.delay());
    }

    @Override
    public String toString() {
        return connections.address() + ", " + credentials;
    }
}
