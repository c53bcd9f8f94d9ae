package stockroom.client.internal.http;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.time.Duration;
import java.util.HashMap;
import java.util.Locale;
import java.util.function.Consumer;
import stockroom.client.NotAuthenticatedException;
import stockroom.client.RateLimitedException;
import stockroom.client.RetryPolicy;
import stockroom.client.StockroomListener;
import stockroom.client.UnavailableException;

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

    public Locale language() {
        return connections.language();
    }

    public RetryLoop retries(String path, RetryPolicy policy) {
        return new RetryLoop(path, policy, listener, language());
    }

    public Answer call(String path, RequestBody body) {
        var attempts = retries(path, retryPolicy);
        while (true) {
            try {
                return once(path, body, reply -> {});
            } catch (RateLimitedException | UnavailableException e) {
                attempts.pause(e);
            }
        }
    }

    /// Makes one attempt, or two if the first one corrected the clock.
    ///
    /// @param seen gets each response
    public Answer once(String path, RequestBody body, Consumer<Reply> seen) {
        var reply = send(path, body);
        try {
            return read(path, reply, seen);
        } catch (NotAuthenticatedException e) {
            if (!e.code().equals("TIMESTAMP_EXPIRED")) {
                throw e;
            }
            listener.clockCorrected(clock.correct(reply).orElseThrow(() -> e));
            return read(path, send(path, body), seen);
        }
    }

    private Reply send(String path, RequestBody body) {
        var headers = new HashMap<>(body.headers());
        headers.putAll(credentials.headers(clock.seconds()));
        headers.put("Content-Type", body.type());
        long start = System.nanoTime();
        var reply = connections.post(path, body.text().getBytes(UTF_8), headers, body.delay());
        var requestId = reply.header("X-Request-Id").orElse("");
        listener.responseReceived(path, reply.status(), requestId, Duration.ofNanos(System.nanoTime() - start));
        return reply;
    }

    private Answer read(String path, Reply reply, Consumer<Reply> seen) {
        seen.accept(reply);
        var answer = Answers.read(reply, language());
        answer.path("warnings")
                .items()
                .forEach(warning -> listener.warning(
                        path, warning.path("at").text(""), warning.path("msg").text("")));
        return answer;
    }

    @Override
    public String toString() {
        return connections.address() + ", " + credentials;
    }
}
