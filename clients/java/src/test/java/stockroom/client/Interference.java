package stockroom.client;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.HttpURLConnection;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;

/// Relays requests to the server and causes planned trouble, once per request.
final class Interference implements AutoCloseable {
    private final HttpServer http;
    private final ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor();
    private final String target;
    private final Queue<Trouble> planned = new ConcurrentLinkedQueue<>();
    private final List<String> seen = Collections.synchronizedList(new ArrayList<>());

    interface Trouble {
        void with(HttpExchange exchange, byte[] body) throws IOException;
    }

    Interference(String target) {
        this.target = target;
        try {
            this.http = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        http.createContext("/", this::handle);
        http.setExecutor(threads);
        http.start();
    }

    String url() {
        return "http://127.0.0.1:" + http.getAddress().getPort();
    }

    Interference then(Trouble... troubles) {
        planned.addAll(List.of(troubles));
        return this;
    }

    /// Responds as a proxy or a server of another version would.
    static Trouble answer(int status, Map<String, String> headers, String body) {
        return (exchange, _) -> {
            headers.forEach((name, value) -> exchange.getResponseHeaders().set(name, value));
            var bytes = body.getBytes(StandardCharsets.UTF_8);
            exchange.sendResponseHeaders(status, bytes.length == 0 ? -1 : bytes.length);
            exchange.getResponseBody().write(bytes);
            exchange.close();
        };
    }

    static Trouble answer(int status, String body) {
        return answer(status, Map.of("Content-Type", "application/json"), body);
    }

    /// Breaks the connection before the server sees the request.
    static Trouble cut() {
        return (exchange, _) -> exchange.close();
    }

    /// Lets the server work and breaks the connection before the response.
    Trouble cutAnswer() {
        return (exchange, body) -> {
            forward(exchange, body);
            exchange.close();
        };
    }

    Trouble pass() {
        return this::relay;
    }

    List<String> seen() {
        return List.copyOf(seen);
    }

    private void handle(HttpExchange exchange) throws IOException {
        seen.add(exchange.getRequestURI().getPath());
        var body = exchange.getRequestBody().readAllBytes();
        var trouble = planned.poll();
        (trouble == null ? pass() : trouble).with(exchange, body);
    }

    private void relay(HttpExchange exchange, byte[] body) throws IOException {
        var answer = forward(exchange, body);
        answer.getHeaderFields().forEach((name, values) -> {
            if (name != null && !name.equalsIgnoreCase("Content-Length") && !name.equalsIgnoreCase("Connection")) {
                exchange.getResponseHeaders().put(name, values);
            }
        });
        var in = answer.getResponseCode() >= 400 ? answer.getErrorStream() : answer.getInputStream();
        var bytes = in.readAllBytes();
        exchange.sendResponseHeaders(answer.getResponseCode(), bytes.length);
        exchange.getResponseBody().write(bytes);
        exchange.close();
    }

    private HttpURLConnection forward(HttpExchange exchange, byte[] body) throws IOException {
        var there = (HttpURLConnection)
                URI.create(target + exchange.getRequestURI()).toURL().openConnection();
        there.setDoOutput(true);
        exchange.getRequestHeaders().forEach((name, values) -> there.setRequestProperty(name, values.getFirst()));
        there.getOutputStream().write(body);
        there.getResponseCode();
        return there;
    }

    @Override
    public void close() {
        http.stop(0);
        threads.close();
    }
}
