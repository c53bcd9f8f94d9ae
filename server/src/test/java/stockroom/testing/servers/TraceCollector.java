package stockroom.testing.servers;

import static java.nio.charset.StandardCharsets.ISO_8859_1;

import com.sun.net.httpserver.Headers;
import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.util.List;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.zip.GZIPInputStream;

public final class TraceCollector implements AutoCloseable {
    private final ConcurrentLinkedQueue<String> received = new ConcurrentLinkedQueue<>();
    private final ConcurrentLinkedQueue<Headers> headers = new ConcurrentLinkedQueue<>();
    private final HttpServer server;

    public TraceCollector() throws IOException {
        this.server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
        server.createContext("/v1/traces", exchange -> {
            headers.add(exchange.getRequestHeaders());
            var body = exchange.getRequestBody();
            var encoding = exchange.getRequestHeaders().getFirst("Content-Encoding");
            received.add(new String(
                    "gzip".equals(encoding) ? new GZIPInputStream(body).readAllBytes() : body.readAllBytes(),
                    ISO_8859_1));
            exchange.getResponseHeaders().add("Content-Type", "application/x-protobuf");
            exchange.sendResponseHeaders(200, -1);
            exchange.close();
        });
        server.start();
    }

    public String url() {
        return "http://127.0.0.1:%d".formatted(server.getAddress().getPort());
    }

    public List<String> headers(String name) {
        return headers.stream().map(each -> each.getFirst(name)).toList();
    }

    public String received() {
        return String.join("\n", received);
    }

    @Override
    public void close() {
        server.stop(0);
    }
}
