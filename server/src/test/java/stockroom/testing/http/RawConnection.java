package stockroom.testing.http;

import static java.nio.charset.StandardCharsets.ISO_8859_1;

import java.io.BufferedInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.Socket;
import java.net.http.HttpHeaders;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

/// Sends and receives bytes without a client library that would correct them.
public final class RawConnection implements AutoCloseable {
    private final Socket socket;
    private final InputStream in;
    private boolean open = true;

    public RawConnection(int port) {
        try {
            this.socket = new Socket(InetAddress.getLoopbackAddress(), port);
            socket.setTcpNoDelay(true);
            socket.setSoTimeout(60_000);
            this.in = new BufferedInputStream(socket.getInputStream());
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    public static byte[] request(String line, Iterable<Map.Entry<String, String>> headers, byte[] body) {
        var head = new StringBuilder(line).append("\r\nHost: localhost\r\n");
        headers.forEach(header -> head.append(header.getKey())
                .append(": ")
                .append(header.getValue())
                .append("\r\n"));
        head.append("Content-Length: ").append(body.length).append("\r\n\r\n");
        return joined(head.toString().getBytes(ISO_8859_1), body);
    }

    public static byte[] joined(byte[] first, byte[] second) {
        var both = new byte[first.length + second.length];
        System.arraycopy(first, 0, both, 0, first.length);
        System.arraycopy(second, 0, both, first.length, second.length);
        return both;
    }

    public RawConnection send(String text) {
        return send(text.getBytes(ISO_8859_1));
    }

    /// Ignores a closed connection, whose response gives the reason.
    public RawConnection send(byte[] bytes) {
        try {
            socket.getOutputStream().write(bytes);
        } catch (IOException e) {
            // the response, if there is one, gives the reason
            open = false;
        }
        return this;
    }

    public boolean open() {
        return open;
    }

    /// Returns the next response, validated, or nothing if the connection was closed without one.
    public Optional<Reply> answer() {
        return answer(true);
    }

    /// Expects no body, whatever the headers say.
    public Optional<Reply> answerToHead() {
        return answer(false);
    }

    private Optional<Reply> answer(boolean withBody) {
        long start = System.nanoTime();
        try {
            var statusLine = line();
            if (statusLine.isEmpty()) {
                return Optional.empty();
            }
            var headers = new TreeMap<String, List<String>>(String.CASE_INSENSITIVE_ORDER);
            for (var line = line(); !line.isEmpty(); line = line()) {
                int colon = line.indexOf(':');
                headers.computeIfAbsent(line.substring(0, colon).toLowerCase(Locale.ROOT), _ -> new ArrayList<>())
                        .add(line.substring(colon + 1).strip());
            }
            int length = withBody
                    ? Integer.parseInt(
                            headers.getOrDefault("content-length", List.of("0")).getFirst())
                    : 0;
            var body = in.readNBytes(length);
            return Optional.of(MerchantDescription.read()
                    .checked(new Reply(
                            Integer.parseInt(statusLine.split(" ", 3)[1]),
                            HttpHeaders.of(headers, (_, _) -> true),
                            body,
                            Duration.ofNanos(System.nanoTime() - start))));
        } catch (java.net.SocketTimeoutException e) {
            throw new IllegalStateException("the server hangs", e);
        } catch (IOException e) {
            return Optional.empty();
        }
    }

    /// Returns only the status, or 0 without a response. This is fast enough for thousands of connections.
    public int status() {
        try {
            var statusLine = line();
            if (statusLine.isEmpty()) {
                return 0;
            }
            int length = 0;
            for (var line = line(); !line.isEmpty(); line = line()) {
                if (line.regionMatches(true, 0, "content-length:", 0, 15)) {
                    length = Integer.parseInt(line.substring(15).strip());
                }
            }
            in.skipNBytes(length);
            return Integer.parseInt(statusLine.substring(9, 12));
        } catch (IOException e) {
            return 0;
        }
    }

    private String line() throws IOException {
        var line = new StringBuilder();
        for (int c = in.read(); c >= 0 && c != '\n'; c = in.read()) {
            line.append((char) c);
        }
        return line.toString().stripTrailing();
    }

    public boolean closedByServer() {
        try {
            return in.read() < 0;
        } catch (java.net.SocketTimeoutException e) {
            return false;
        } catch (IOException e) {
            return true;
        }
    }

    @Override
    public void close() {
        try {
            socket.close();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
