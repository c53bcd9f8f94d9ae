package stockroom.cli.doctor;

import java.io.IOException;
import java.net.URI;
import java.net.URISyntaxException;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.time.Duration;
import java.time.Instant;
import java.util.LinkedHashMap;
import java.util.Optional;
import java.util.SequencedMap;
import org.jspecify.annotations.Nullable;
import stockroom.cli.connect.Connection;
import stockroom.cli.shell.CommandFailure;
import stockroom.cli.shell.ExitCode;
import stockroom.cli.shell.Secret;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.json.JsonMapper;

/// A call of the merchants' interface.
///
/// @param url of the server, without a path
/// @param data the body: a form, or JSON if it begins like that
record SignedCall(String url, String path, String data, SequencedMap<String, String> headers) {
    private static final Duration PATIENCE = Duration.ofSeconds(30);

    static SignedCall of(
            String url, String path, String data, long appid, long timestamp, Secret secret, @Nullable Secret token) {
        var headers = new LinkedHashMap<String, String>();
        headers.put("appid", Long.toString(appid));
        headers.put("timestamp", Long.toString(timestamp));
        headers.put("sign", Digests.sign(secret, timestamp));
        if (token != null) {
            headers.put("accesstoken", token.reveal());
        }
        return new SignedCall(url.replaceFirst("/+$", ""), path, data, headers);
    }

    /// Refuses here what cannot be called, and not where it is pasted.
    SignedCall checked() {
        target(url, path);
        return this;
    }

    String contentType() {
        return data.startsWith("[") || data.startsWith("{") ? "application/json" : "application/x-www-form-urlencoded";
    }

    /// The same as a command to paste.
    String asCurl() {
        var command = new StringBuilder("curl -sS ").append(ShellWord.of(url + path));
        headers.forEach((name, value) -> command.append(" -H ").append(ShellWord.of(name + ": " + value)));
        if (contentType().equals("application/json")) {
            command.append(" -H ").append(ShellWord.of("Content-Type: application/json"));
        }
        return command.append(" -d ").append(ShellWord.of(data)).toString();
    }

    /// What came back.
    ///
    /// @param date the server's clock, if it says so
    record Answer(int status, boolean success, String code, String message, String requestId, Optional<Instant> date) {}

    Answer send() {
        var request = HttpRequest.newBuilder(target(url, path))
                .timeout(PATIENCE)
                .header("Content-Type", contentType())
                .POST(BodyPublishers.ofString(data));
        try {
            headers.forEach(request::header);
        } catch (IllegalArgumentException e) {
            // whose message has the value in it
            throw new CommandFailure(
                    ExitCode.USAGE, "the access token has a character that HTTP does not carry (not shown)");
        }
        return answer(exchange(request.build()));
    }

    /// Any answer of the server has its time in it.
    static Optional<Instant> clockOf(String url) {
        return date(exchange(
                HttpRequest.newBuilder(address(url)).timeout(PATIENCE).GET().build()));
    }

    private static URI address(String url) {
        return Connection.address("--url", url, "http://127.0.0.1:8080");
    }

    private static URI target(String url, String path) {
        try {
            if (path.startsWith("/")) {
                return new URI(address(url) + path);
            }
        } catch (URISyntaxException e) {
            // told below
        }
        throw new CommandFailure(ExitCode.USAGE, "--path: %s (expected: such as /Stock/Product)".formatted(path));
    }

    private static HttpResponse<String> exchange(HttpRequest request) {
        try (var client = HttpClient.newBuilder().connectTimeout(PATIENCE).build()) {
            return client.send(request, BodyHandlers.ofString());
        } catch (IOException e) {
            throw new CommandFailure(
                    ExitCode.UNREACHABLE,
                    "%s does not answer (%s); see that the address is right and the server runs"
                            .formatted(request.uri(), e.getClass().getSimpleName()));
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new CommandFailure(ExitCode.UNREACHABLE, "interrupted");
        }
    }

    private static Answer answer(HttpResponse<String> response) {
        try {
            var body = JsonMapper.shared().readTree(response.body());
            return new Answer(
                    response.statusCode(),
                    body.path("success").asBoolean(false),
                    body.path("code").asString(""),
                    body.path("msg").asString(""),
                    body.path("requestId").asString(""),
                    date(response));
        } catch (JacksonException e) {
            return new Answer(response.statusCode(), false, "", "no JSON: this is not Stockroom", "", date(response));
        }
    }

    private static Optional<Instant> date(HttpResponse<?> response) {
        return response.headers().firstValue("Date").flatMap(HttpDate::parse);
    }

    @Override
    public String toString() {
        return "POST " + url + path;
    }
}
