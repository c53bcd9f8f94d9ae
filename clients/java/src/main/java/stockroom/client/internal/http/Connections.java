package stockroom.client.internal.http;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.net.HttpRetryException;
import java.net.HttpURLConnection;
import java.net.Proxy;
import java.net.URI;
import java.net.URL;
import java.net.UnknownHostException;
import java.security.cert.CertificateException;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.Properties;
import java.util.concurrent.Semaphore;
import javax.net.ssl.HttpsURLConnection;
import javax.net.ssl.SSLContext;
import javax.net.ssl.SSLPeerUnverifiedException;
import javax.net.ssl.SSLSocketFactory;
import org.jspecify.annotations.Nullable;

/// Speaks HTTP on the caller's thread with `HttpURLConnection`, because `java.net.http.HttpClient` keeps threads that
/// Java 17 cannot end. Bodies have a fixed length, so that the JDK never resends one.
public final class Connections {
    /// The limit of a response in bytes; the largest stock list has a tenth of that.
    private static final int MAX_ANSWER = 64 << 20;

    private static final String USER_AGENT = "stockroom-client-java/" + version();

    private final String address;
    private final int timeoutMillis;
    private final Semaphore room;
    private final Locale language;
    private final @Nullable Proxy proxy;
    private final @Nullable SSLSocketFactory sockets;

    /// @param max limits simultaneous requests; further ones wait
    /// @param proxy null for that of the JVM
    /// @param tls null for that of the JVM
    public Connections(
            URI address, Duration timeout, int max, Locale language, @Nullable Proxy proxy, @Nullable SSLContext tls) {
        this.address = address.toString().replaceFirst("/+$", "");
        this.timeoutMillis = Math.toIntExact(Math.min(timeout.toMillis(), Integer.MAX_VALUE));
        this.room = new Semaphore(max, true);
        this.language = language;
        this.proxy = proxy;
        // connections are reused only with the same factory
        this.sockets = tls == null ? null : tls.getSocketFactory();
    }

    /// Reads the version from a resource, which survives repackaging, unlike the manifest.
    private static String version() {
        var properties = new Properties();
        try (var file = Connections.class.getResourceAsStream("version.properties")) {
            properties.load(Objects.requireNonNull(file, "version.properties"));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        return properties.getProperty("version", "unknown");
    }

    public String address() {
        return address;
    }

    Locale language() {
        return language;
    }

    /// @param delay how long the server may wait before it responds
    Reply post(String path, byte[] body, Map<String, String> headers, Duration delay) {
        try {
            room.acquire();
        } catch (InterruptedException e) {
            throw Unavailable.interrupted(false, language);
        }
        try {
            return exchange(URI.create(address + path).toURL(), body, headers, delay);
        } catch (IOException e) {
            // only a malformed address throws here, and it was checked when the client was built
            throw new IllegalStateException(e);
        } finally {
            room.release();
        }
    }

    private Reply exchange(URL url, byte[] body, Map<String, String> headers, Duration delay) throws IOException {
        var connection = (HttpURLConnection) (proxy == null ? url.openConnection() : url.openConnection(proxy));
        if (sockets != null && connection instanceof HttpsURLConnection secured) {
            secured.setSSLSocketFactory(sockets);
        }
        connection.setRequestMethod("POST");
        connection.setConnectTimeout(timeoutMillis);
        connection.setReadTimeout(
                Math.toIntExact(Math.min(timeoutMillis + Math.max(0, delay.toMillis()), Integer.MAX_VALUE)));
        // the credentials must not go to another address
        connection.setInstanceFollowRedirects(false);
        connection.setUseCaches(false);
        connection.setDoOutput(true);
        connection.setFixedLengthStreamingMode(body.length);
        connection.setRequestProperty("Accept", "application/json");
        connection.setRequestProperty("Accept-Language", language.toLanguageTag());
        connection.setRequestProperty("User-Agent", USER_AGENT);
        headers.forEach(connection::setRequestProperty);
        connect(connection);
        try {
            return sendAndRead(connection, body);
        } catch (HttpRetryException e) {
            return new Reply(e.responseCode(), Map.of(), "");
        } catch (IOException e) {
            connection.disconnect();
            if (Thread.currentThread().isInterrupted()) {
                throw Unavailable.interrupted(true, language);
            }
            throw Unavailable.noAnswer(message(Message.NO_ANSWER, e), e);
        }
    }

    private void connect(HttpURLConnection connection) {
        try {
            connection.connect();
        } catch (IOException e) {
            if (Thread.currentThread().isInterrupted()) {
                throw Unavailable.interrupted(false, language);
            }
            throw Unavailable.notSent(message(Message.CANNOT_CONNECT, e), !isCertificateRefused(e), e);
        }
    }

    /// An untrusted certificate is not retried. A broken handshake is, since a gateway may be restarting.
    private static boolean isCertificateRefused(IOException e) {
        for (Throwable cause = e; cause != null; cause = cause.getCause()) {
            if (cause instanceof CertificateException || cause instanceof SSLPeerUnverifiedException) {
                return true;
            }
        }
        return false;
    }

    private String message(Message what, IOException e) {
        var text = e.getMessage() == null ? e.getClass().getSimpleName() : e.getMessage();
        var why = e instanceof UnknownHostException ? Message.UNKNOWN_HOST.in(language) : text;
        return what.in(language, address, why);
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
        var body = in.readNBytes(MAX_ANSWER + 1);
        if (body.length > MAX_ANSWER) {
            throw new IOException("a response of more than %d bytes".formatted(MAX_ANSWER));
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
