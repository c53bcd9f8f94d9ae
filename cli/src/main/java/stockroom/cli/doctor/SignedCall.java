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
import java.util.LinkedHashMap;
import java.util.Optional;
import java.util.SequencedMap;
import org.jspecify.annotations.Nullable;
import stockroom.cli.connect.AdminOptions;
import stockroom.cli.connect.Connection;
import stockroom.cli.shell.CommandFailure;
import stockroom.cli.shell.ExitCode;
import stockroom.cli.shell.Secret;
import stockroom.cli.show.Text;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/// @param data a form, or JSON if it begins like JSON
record SignedCall(String url, String path, String data, SequencedMap<String, String> headers) {
    private static final Duration PATIENCE = Duration.ofSeconds(30);

    static SignedCall of(
            String url, String path, String data, long appid, long timestamp, Secret secret, @Nullable Secret token) {
        var headers = new LinkedHashMap<String, String>();
        headers.put("appid", Long.toString(appid));
        headers.put("timestamp", Long.toString(timestamp));
        headers.put("sign", Digests.md5(secret.reveal() + timestamp));
        if (token != null) {
            headers.put("accesstoken", token.reveal());
        }
        return new SignedCall(url.replaceFirst("/+$", ""), path, data, headers);
    }

    private boolean isJson() {
        return data.startsWith("[") || data.startsWith("{");
    }

    /// Returns the call as a curl command. Fails for a call that cannot be sent.
    String asCurl() {
        var command = new StringBuilder("curl -sS ").append(quoted(target().toString()));
        headers.forEach((name, value) -> command.append(" -H ").append(quoted(name + ": " + value)));
        return command.append(isJson() ? " -H 'Content-Type: application/json'" : "")
                .append(" -d ")
                .append(quoted(data))
                .toString();
    }

    private static String quoted(String text) {
        return "'" + text.replace("'", "'\\''") + "'";
    }

    record Answer(int status, JsonNode body, Optional<Moment> moment) {
        String text(String field) {
            return Text.plain(body.path(field).asString(""));
        }
    }

    Answer send() {
        var request = HttpRequest.newBuilder(target())
                .header("Content-Type", isJson() ? "application/json" : "application/x-www-form-urlencoded")
                .POST(BodyPublishers.ofString(data));
        try {
            headers.forEach(request::header);
        } catch (IllegalArgumentException e) {
            // the exception's own message shows the token
            throw CommandFailure.usage("the access token has a character that HTTP does not carry (not shown)");
        }
        var response = exchange(request);
        return new Answer(response.statusCode(), body(response), moment(response, Moment.Clock.ANSWER));
    }

    /// Reads the server's clock, which every response carries.
    static Optional<Moment> momentAt(String url) {
        return moment(exchange(HttpRequest.newBuilder(address(url))), Moment.Clock.SERVER);
    }

    private static URI address(String url) {
        return Connection.address("--url", url, "http://127.0.0.1:8080");
    }

    private URI target() {
        try {
            if (path.startsWith("/")) {
                return new URI(address(url) + path);
            }
        } catch (URISyntaxException e) {
            // reported below
        }
        throw CommandFailure.usage("--path: %s (expected: such as /Stock/Product)", path);
    }

    private static HttpResponse<String> exchange(HttpRequest.Builder request) {
        try (var client = HttpClient.newBuilder().connectTimeout(PATIENCE).build()) {
            return client.send(request.timeout(PATIENCE).build(), BodyHandlers.ofString());
        } catch (IOException e) {
            throw new CommandFailure(
                    ExitCode.UNREACHABLE,
                    "%s does not respond (%s); check the address and whether the server runs",
                    request.build().uri(),
                    e.getClass().getSimpleName());
        } catch (InterruptedException e) {
            throw CommandFailure.interrupted();
        }
    }

    private static JsonNode body(HttpResponse<String> response) {
        try {
            return JsonMapper.shared().readTree(response.body());
        } catch (JacksonException e) {
            return AdminOptions.body().put("msg", "no JSON: this is not Stockroom");
        }
    }

    private static Optional<Moment> moment(HttpResponse<?> response, Moment.Clock clock) {
        return response.headers().firstValue("Date").flatMap(date -> Moment.of(clock, date));
    }

    @Override
    public String toString() {
        return "POST " + url + path;
    }
}
