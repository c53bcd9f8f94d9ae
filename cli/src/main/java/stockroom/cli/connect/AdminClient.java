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
import java.time.Duration;
import java.util.Map;
import java.util.Optional;
import java.util.function.Consumer;
import java.util.stream.Collectors;
import stockroom.cli.shell.CommandFailure;
import stockroom.cli.shell.ExitCode;
import stockroom.cli.show.Values;
import tools.jackson.databind.node.ObjectNode;

/// Speaks to the admin interface. What is refused ends the command with the server's own words.
public final class AdminClient implements AutoCloseable {
    private static final Duration CONNECT = Duration.ofSeconds(5);
    private static final Duration MAX_RETRY_AFTER = Duration.ofMinutes(1);

    private final Connection connection;
    private final HttpClient http;

    public AdminClient(Connection connection) {
        this.connection = connection;
        // never follow a redirect: it would carry the key elsewhere
        this.http = HttpClient.newBuilder()
                .version(Version.HTTP_1_1)
                .followRedirects(Redirect.NEVER)
                .connectTimeout(CONNECT)
                .build();
    }

    public URI address() {
        return connection.address();
    }

    public Reply get(String path) {
        return get(path, Map.of());
    }

    public Reply get(String path, Map<String, String> query) {
        return send(request("GET", path + queryString(query), BodyPublishers.noBody()), Patience.READING);
    }

    /// The same where it is no failure that there is no such thing.
    public Optional<Reply> find(String path) {
        var response = exchange(request("GET", path, BodyPublishers.noBody()), Patience.READING, pause -> {});
        return Refusal.saysNotFound(response.statusCode(), response.body())
                ? Optional.empty()
                : Optional.of(reply(response));
    }

    public Reply post(String path, ObjectNode body) {
        return send(json("POST", path, body), Patience.ONCE);
    }

    public Reply post(String path) {
        return send(request("POST", path, BodyPublishers.noBody()), Patience.ONCE);
    }

    public Reply patch(String path, ObjectNode body) {
        return send(json("PATCH", path, body), Patience.ONCE);
    }

    public Reply delete(String path) {
        return send(request("DELETE", path, BodyPublishers.noBody()), Patience.ONCE);
    }

    /// Sends lines of JSON that do no harm when they arrive twice.
    /// @param waiting told of each pause before it is sent again
    public Reply postLines(String path, byte[] lines, int length, Consumer<String> waiting) {
        var request = request("POST", path, BodyPublishers.ofByteArray(lines, 0, length))
                .setHeader("Content-Type", "application/x-ndjson");
        return send(request, Patience.IMPORTING, waiting);
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
                .method(method, body);
    }

    private static String queryString(Map<String, String> query) {
        return query.entrySet().stream()
                .map(entry -> entry.getKey() + "=" + URLEncoder.encode(entry.getValue(), StandardCharsets.UTF_8))
                .collect(Collectors.joining("&", query.isEmpty() ? "" : "?", ""));
    }

    private Reply send(HttpRequest.Builder builder, Patience patience) {
        return send(builder, patience, pause -> {});
    }

    private Reply send(HttpRequest.Builder builder, Patience patience, Consumer<String> waiting) {
        return reply(exchange(builder, patience, waiting));
    }

    private static Reply reply(HttpResponse<byte[]> response) {
        if (response.statusCode() / 100 != 2) {
            throw Refusal.of(response.statusCode(), response.body());
        }
        return new Reply(response.body());
    }

    /// Whatever the answer is; what may pass is waited for first.
    private HttpResponse<byte[]> exchange(HttpRequest.Builder builder, Patience patience, Consumer<String> waiting) {
        var request = builder.timeout(patience.answer()).build();
        for (int attempt = 1; ; attempt++) {
            boolean last = attempt >= patience.attempts();
            try {
                var response = http.send(request, BodyHandlers.ofByteArray());
                if (last || !Refusal.mayPass(response.statusCode())) {
                    return response;
                }
                pause("HTTP " + response.statusCode(), retryAfter(response, patience.pauseAfter(attempt)), waiting);
            } catch (IOException e) {
                if (last) {
                    throw unreachable(e);
                }
                pause("no answer", patience.pauseAfter(attempt), waiting);
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
                throw new CommandFailure(ExitCode.UNREACHABLE, "interrupted");
            }
        }
    }

    private static Duration retryAfter(HttpResponse<?> response, Duration otherwise) {
        var asked = response.headers()
                .firstValue("Retry-After")
                .filter(value -> value.matches("\\d{1,9}"))
                .map(seconds -> Duration.ofSeconds(Long.parseLong(seconds)))
                .orElse(otherwise);
        return asked.compareTo(MAX_RETRY_AFTER) > 0 ? MAX_RETRY_AFTER : asked;
    }

    private static void pause(String why, Duration pause, Consumer<String> waiting) {
        waiting.accept("%s, next try in %s s".formatted(why, Values.seconds(pause)));
        try {
            Thread.sleep(pause);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new CommandFailure(ExitCode.UNREACHABLE, "interrupted");
        }
    }

    private CommandFailure unreachable(IOException cause) {
        var what = switch (cause) {
            case HttpTimeoutException e -> "does not answer in time";
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
