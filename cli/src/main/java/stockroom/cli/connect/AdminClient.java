package stockroom.cli.connect;

import java.io.IOException;
import java.net.ConnectException;
import java.net.URI;
import java.net.URLEncoder;
import java.net.http.HttpClient;
import java.net.http.HttpClient.Redirect;
import java.net.http.HttpClient.Version;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublisher;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.net.http.HttpTimeoutException;
import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import java.time.Duration;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;
import java.util.function.Consumer;
import java.util.stream.Collectors;
import javax.net.ssl.SSLContext;
import javax.net.ssl.TrustManager;
import stockroom.cli.shell.CommandFailure;
import stockroom.cli.shell.ExitCode;
import stockroom.cli.show.Text;
import stockroom.cli.show.Values;
import stockroom.client.RetryPolicy;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/// Calls the admin API. A refusal ends the command with the server's message.
public final class AdminClient implements AutoCloseable {
    private static final Duration CONNECT = Duration.ofSeconds(5);
    private static final Duration ANSWER = Duration.ofSeconds(30);
    private static final Duration IMPORT_ANSWER = Duration.ofMinutes(2);
    private static final int SHOWN = 200;
    /// Changes are not retried: if the response is lost, a person has to check whether the change was made.
    private static final RetryPolicy CHANGING = RetryPolicy.none();

    private static final RetryPolicy READING =
            new RetryPolicy(4, Duration.ofMillis(300), Duration.ofSeconds(5), Duration.ofMinutes(1));
    private static final RetryPolicy IMPORTING = RetryPolicy.bulk();

    private final Connection connection;
    private final HttpClient http;

    public AdminClient(Connection connection) {
        this.connection = connection;
        // following a redirect would send the key to another server
        var client = HttpClient.newBuilder()
                .version(Version.HTTP_1_1)
                .followRedirects(Redirect.NEVER)
                .connectTimeout(CONNECT);
        this.http = (connection.address().getScheme().equals("http") ? client.sslContext(trustingNobody()) : client)
                .build();
    }

    /// Serves plain HTTP: loading Java's certificate authorities takes longer than a short command.
    private static SSLContext trustingNobody() {
        try {
            var context = SSLContext.getInstance("TLS");
            context.init(null, new TrustManager[0], null);
            return context;
        } catch (GeneralSecurityException e) {
            throw new IllegalStateException(e);
        }
    }

    public URI address() {
        return connection.address();
    }

    public Reply get(String path) {
        return get(path, Map.of());
    }

    public Reply get(String path, Map<String, String> query) {
        return send(request("GET", path + queryString(query), BodyPublishers.noBody()), READING);
    }

    public Reply getOnce(String path) {
        return send(request("GET", path, BodyPublishers.noBody()), RetryPolicy.none());
    }

    /// Returns why the server is not ready, or nothing if it is. The request does not carry the key.
    public Optional<String> whyNotReady() {
        var request = HttpRequest.newBuilder(URI.create(connection.address() + "/health/ready"))
                .timeout(ANSWER);
        var response = exchange(request, RetryPolicy.none(), pause -> {});
        var text =
                Text.plain(new String(response.body(), StandardCharsets.UTF_8)).strip();
        return response.statusCode() == 200 ? Optional.empty() : Optional.of(Text.cut(text, SHOWN));
    }

    /// Returns nothing if the server responds 404; [#get] fails then.
    public Optional<Reply> find(String path) {
        var response = exchange(request("GET", path, BodyPublishers.noBody()), READING, pause -> {});
        return Refusal.saysNotFound(response.statusCode(), response.body())
                ? Optional.empty()
                : Optional.of(reply(response));
    }

    /// Retries if no response comes: the idempotency key makes that safe.
    public Reply post(String path, ObjectNode body) {
        return post(path, body, Map.of());
    }

    public Reply post(String path, ObjectNode body, Map<String, String> headers) {
        var request = once(json("POST", path, body));
        headers.forEach(request::setHeader);
        return send(request, READING);
    }

    /// The response to a request that may be refused: a success, or status 400 or 409.
    public record Attempt(int status, JsonNode body) {}

    /// Sends a request that may be refused. The key identifies it, also in a later run.
    public Attempt attempt(String path, ObjectNode body, String key, Consumer<String> waiting) {
        var response = exchange(json("POST", path, body).setHeader("Idempotency-Key", key), IMPORTING, waiting);
        int status = response.statusCode();
        return new Attempt(
                status, (status == 400 || status == 409 ? new Reply(response.body()) : reply(response)).json());
    }

    public Reply post(String path) {
        return send(once(request("POST", path, BodyPublishers.noBody())), READING);
    }

    private static HttpRequest.Builder once(HttpRequest.Builder request) {
        return request.setHeader("Idempotency-Key", UUID.randomUUID().toString());
    }

    public Reply patch(String path, ObjectNode body) {
        return send(json("PATCH", path, body), CHANGING);
    }

    public Reply delete(String path) {
        return send(request("DELETE", path, BodyPublishers.noBody()), CHANGING);
    }

    /// Sends lines of JSON. Sending them twice does no harm.
    public Reply postLines(String path, byte[] lines, int length, Consumer<String> waiting) {
        var request = request("POST", path, BodyPublishers.ofByteArray(lines, 0, length))
                .setHeader("Content-Type", "application/x-ndjson")
                .timeout(IMPORT_ANSWER);
        return send(request, IMPORTING, waiting);
    }

    private HttpRequest.Builder json(String method, String path, ObjectNode body) {
        return request(method, path, BodyPublishers.ofString(body.toString()))
                .setHeader("Content-Type", "application/json");
    }

    private HttpRequest.Builder request(String method, String path, BodyPublisher body) {
        return HttpRequest.newBuilder(URI.create(connection.address() + "/admin/v1" + path))
                .setHeader("Authorization", "Bearer " + connection.key().reveal())
                .setHeader("Accept", "application/json")
                .setHeader("User-Agent", "stockroom-cli/" + stockroom.cli.shell.Version.number())
                .timeout(ANSWER)
                .method(method, body);
    }

    private static String queryString(Map<String, String> query) {
        return query.entrySet().stream()
                .map(entry -> entry.getKey() + "=" + URLEncoder.encode(entry.getValue(), StandardCharsets.UTF_8))
                .collect(Collectors.joining("&", query.isEmpty() ? "" : "?", ""));
    }

    private Reply send(HttpRequest.Builder builder, RetryPolicy policy) {
        return send(builder, policy, pause -> {});
    }

    private Reply send(HttpRequest.Builder builder, RetryPolicy policy, Consumer<String> waiting) {
        return reply(exchange(builder, policy, waiting));
    }

    private static Reply reply(HttpResponse<byte[]> response) {
        if (response.statusCode() / 100 != 2) {
            throw Refusal.of(response.statusCode(), response.body());
        }
        return new Reply(response.body());
    }

    private HttpResponse<byte[]> exchange(HttpRequest.Builder builder, RetryPolicy policy, Consumer<String> waiting) {
        var request = builder.build();
        var attempts = new Attempts(policy, waiting);
        while (true) {
            try {
                var response = http.send(request, BodyHandlers.ofByteArray());
                if (!Refusal.mayPass(response.statusCode())
                        || !attempts.pause("HTTP " + response.statusCode(), retryAfter(response))) {
                    return response;
                }
            } catch (IOException e) {
                if (!attempts.pause("no response", Duration.ZERO)) {
                    throw unreachable(e);
                }
            } catch (InterruptedException e) {
                throw CommandFailure.interrupted();
            }
        }
    }

    private static Duration retryAfter(HttpResponse<?> response) {
        return response.headers()
                .firstValue("Retry-After")
                .filter(value -> value.matches("\\d{1,9}"))
                .map(seconds -> Duration.ofSeconds(Long.parseLong(seconds)))
                .orElse(Duration.ZERO);
    }

    private static final class Attempts {
        private final RetryPolicy policy;
        private final Consumer<String> waiting;
        private int failed;
        private long firstFailure;

        Attempts(RetryPolicy policy, Consumer<String> waiting) {
            this.policy = policy;
            this.waiting = waiting;
        }

        /// Waits before the next attempt. Returns false if no further attempt is allowed.
        boolean pause(String why, Duration retryAfter) {
            failed++;
            firstFailure = failed == 1 ? System.nanoTime() : firstFailure;
            var spent = Duration.ofNanos(System.nanoTime() - firstFailure);
            var pause = policy.pauseAfter(failed, spent, retryAfter);
            if (pause.isEmpty()) {
                return false;
            }
            waiting.accept("%s, next try in %s s".formatted(why, Values.seconds(pause.get())));
            try {
                Thread.sleep(pause.get());
            } catch (InterruptedException e) {
                throw CommandFailure.interrupted();
            }
            return true;
        }
    }

    private CommandFailure unreachable(IOException cause) {
        var what = switch (cause) {
            case HttpTimeoutException e -> "does not respond in time";
            case ConnectException e -> "cannot be reached: is the server running, and is this its admin port?";
            default -> "broke the connection: " + cause.getMessage();
        };
        return new CommandFailure(ExitCode.UNREACHABLE, connection.address() + " " + what);
    }

    @Override
    public void close() {
        http.shutdownNow();
    }
}
