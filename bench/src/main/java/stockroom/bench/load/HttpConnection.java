package stockroom.bench.load;

import java.io.BufferedInputStream;
import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import stockroom.bench.process.Failure;

/// Speaks just enough HTTP/1.1 for this server, so that the load generator costs little.
public final class HttpConnection implements AutoCloseable {
    private static final int TIMEOUT_MILLIS = 30_000;

    private final Socket socket = new Socket();
    private final InputStream in;

    public HttpConnection(int port) throws IOException {
        this("127.0.0.1", port);
    }

    /// @param from the local address; each address has its own range of ports
    public HttpConnection(String from, int port) throws IOException {
        try {
            socket.bind(new InetSocketAddress(from, 0));
            socket.connect(new InetSocketAddress(InetAddress.getLoopbackAddress(), port));
            socket.setTcpNoDelay(true);
            socket.setSoTimeout(TIMEOUT_MILLIS);
            this.in = new BufferedInputStream(socket.getInputStream(), 4_096);
        } catch (IOException e) {
            socket.close();
            throw e;
        }
    }

    public static Answer ask(int port, byte[] request) {
        try (var connection = new HttpConnection(port)) {
            return connection.ask(request);
        } catch (IOException e) {
            throw new Failure("port %d: %s".formatted(port, e.getMessage()), e);
        }
    }

    public record Answer(int status, String body) {
        public boolean succeeded() {
            return status == 200 && body.startsWith("{\"success\":true");
        }

        public void require() {
            if (!succeeded()) {
                throw new Failure("answered %d %s (expected: success)".formatted(status, body));
            }
        }
    }

    public Answer ask(byte[] request) throws IOException {
        int status = status(request);
        return new Answer(status, new String(in.readNBytes(bodyLength()), StandardCharsets.UTF_8));
    }

    int askQuietly(byte[] request) throws IOException {
        int status = status(request);
        in.skipNBytes(bodyLength());
        return status;
    }

    private int status(byte[] request) throws IOException {
        socket.getOutputStream().write(request);
        return Integer.parseInt(line().split(" ", 3)[1]);
    }

    private int bodyLength() throws IOException {
        int length = -1;
        for (var line = line(); !line.isEmpty(); line = line()) {
            if (line.regionMatches(true, 0, "content-length:", 0, 15)) {
                length = Integer.parseInt(line.substring(15).strip());
            }
        }
        if (length < 0) {
            throw new IOException("the answer has no Content-Length");
        }
        return length;
    }

    private String line() throws IOException {
        var line = new StringBuilder(64);
        for (int c = in.read(); c != '\n'; c = in.read()) {
            if (c < 0) {
                throw new EOFException("the server closed the connection");
            }
            if (c != '\r') {
                line.append((char) c);
            }
        }
        return line.toString();
    }

    @Override
    public void close() throws IOException {
        socket.close();
    }
}
