package stockroom.client;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.IOException;
import java.io.InputStream;
import java.net.HttpRetryException;
import java.net.HttpURLConnection;
import java.net.URI;
import java.net.URL;
import java.net.UnknownHostException;
import java.security.cert.CertificateException;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.concurrent.Semaphore;
import javax.net.ssl.SSLPeerUnverifiedException;

/// HTTP, on the thread that calls. `HttpURLConnection` has no threads of its own (but for one of the JDK's that closes
/// idle connections within seconds and then ends), where `java.net.http.HttpClient` keeps some that Java 17 cannot
/// end. Bodies have a fixed length, so the JDK never sends one twice by itself, and looks whether a kept connection is
/// still open before it uses it.
final class Connections {
    /// A stock list of 300 colours in 999 sizes has half of that.
    private static final int LARGEST_ANSWER = 64 << 20;

    private final String address;
    private final int timeoutMillis;
    private final Semaphore room;

    /// @param most at once; further calls wait
    Connections(URI address, Duration timeout, int most) {
        this.address = address.toString().replaceFirst("/+$", "");
        this.timeoutMillis = Math.toIntExact(Math.min(timeout.toMillis(), Integer.MAX_VALUE));
        this.room = new Semaphore(most, true);
    }

    String address() {
        return address;
    }

    Reply post(String path, byte[] body, Map<String, String> headers) {
        try {
            room.acquire();
        } catch (InterruptedException e) {
            throw UnavailableException.interrupted(false);
        }
        try {
            return exchange(URI.create(address + path).toURL(), body, headers);
        } catch (IOException e) {
            // of the URL, which was checked when the client was built
            throw new IllegalStateException(e);
        } finally {
            room.release();
        }
    }

    private Reply exchange(URL url, byte[] body, Map<String, String> headers) throws IOException {
        var connection = (HttpURLConnection) url.openConnection();
        connection.setRequestMethod("POST");
        connection.setConnectTimeout(timeoutMillis);
        connection.setReadTimeout(timeoutMillis);
        // the credentials are for this address and no other
        connection.setInstanceFollowRedirects(false);
        connection.setUseCaches(false);
        connection.setDoOutput(true);
        connection.setFixedLengthStreamingMode(body.length);
        headers.forEach(connection::setRequestProperty);
        connect(connection);
        try {
            return sendAndRead(connection, body);
        } catch (HttpRetryException e) {
            return new Reply(e.responseCode(), Map.of(), "");
        } catch (IOException e) {
            connection.disconnect();
            if (Thread.currentThread().isInterrupted()) {
                throw UnavailableException.interrupted(true);
            }
            throw UnavailableException.noAnswer(words("sent, but no answer came from", e), e);
        }
    }

    private void connect(HttpURLConnection connection) {
        try {
            connection.connect();
        } catch (IOException e) {
            if (Thread.currentThread().isInterrupted()) {
                throw UnavailableException.interrupted(false);
            }
            throw UnavailableException.notSent(words("cannot connect to", e), !isCertificateRefused(e), e);
        }
    }

    /// Which no further attempt fixes, where a broken handshake may be a gateway that starts again.
    private static boolean isCertificateRefused(IOException e) {
        for (Throwable cause = e; cause != null; cause = cause.getCause()) {
            if (cause instanceof CertificateException || cause instanceof SSLPeerUnverifiedException) {
                return true;
            }
        }
        return false;
    }

    private String words(String what, IOException e) {
        var message = e.getMessage() == null ? e.getClass().getSimpleName() : e.getMessage();
        var why = e instanceof UnknownHostException ? "unknown host" : message;
        return "%s %s: %s".formatted(what, address, why);
    }

    private static Reply sendAndRead(HttpURLConnection connection, byte[] body) throws IOException {
        try (var out = connection.getOutputStream()) {
            out.write(body);
        }
        int status = connection.getResponseCode();
        try (var in = status >= HttpURLConnection.HTTP_BAD_REQUEST
                ? connection.getErrorStream()
                : connection.getInputStream()) {
            return new Reply(status, headers(connection), in == null ? "" : read(in));
        }
    }

    private static String read(InputStream in) throws IOException {
        var body = in.readNBytes(LARGEST_ANSWER + 1);
        if (body.length > LARGEST_ANSWER) {
            throw new IOException("an answer of more than %d bytes".formatted(LARGEST_ANSWER));
        }
        return new String(body, UTF_8);
    }

    private static Map<String, List<String>> headers(HttpURLConnection connection) {
        var headers = new HashMap<String, List<String>>();
        connection.getHeaderFields().forEach((name, values) -> {
            if (name != null) {
                headers.put(name.toLowerCase(Locale.ROOT), values);
            }
        });
        return headers;
    }
}
