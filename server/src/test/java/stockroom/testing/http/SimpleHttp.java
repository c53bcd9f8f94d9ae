package stockroom.testing.http;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse.BodyHandlers;
import java.time.Duration;

public final class SimpleHttp {
    private static final HttpClient HTTP = HttpClient.newBuilder()
            .version(HttpClient.Version.HTTP_1_1)
            .connectTimeout(Duration.ofSeconds(60))
            .build();

    private SimpleHttp() {}

    public static Reply get(String url) {
        return send("GET", url);
    }

    public static Reply send(String method, String url) {
        return send(HttpRequest.newBuilder(URI.create(url)).method(method, BodyPublishers.noBody()));
    }

    public static Reply send(HttpRequest.Builder request) {
        return send(HTTP, request, Duration.ofSeconds(60));
    }

    /// Uses the client's own connections, such as from another address.
    public static Reply send(HttpClient client, HttpRequest.Builder request, Duration longest) {
        long start = System.nanoTime();
        try {
            var response = client.send(request.timeout(longest).build(), BodyHandlers.ofByteArray());
            return new Reply(
                    response.statusCode(),
                    response.headers(),
                    response.body(),
                    Duration.ofNanos(System.nanoTime() - start));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException(e);
        }
    }
}
