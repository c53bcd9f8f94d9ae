package stockroom.client;

import java.net.Proxy;
import java.net.URI;
import java.net.URISyntaxException;
import java.time.Duration;
import java.time.InstantSource;
import java.util.Locale;
import java.util.Objects;
import javax.net.ssl.SSLContext;
import org.jspecify.annotations.Nullable;
import stockroom.client.internal.create.Pace;
import stockroom.client.internal.http.Calls;
import stockroom.client.internal.http.Connections;
import stockroom.client.internal.http.Credentials;
import stockroom.client.internal.http.Message;
import stockroom.client.internal.http.ServerClock;

/// Builds a [StockroomClient]. Address, application, secret and token are required; everything else has a default. Use
/// a builder from one thread.
public final class ClientBuilder {
    private static final Duration DEFAULT_TIMEOUT = Duration.ofSeconds(30);
    private static final int DEFAULT_CONNECTIONS = 32;

    private @Nullable String address;
    private @Nullable String appid;
    private @Nullable String secret;
    private @Nullable String token;
    private Duration timeout = DEFAULT_TIMEOUT;
    private int connections = DEFAULT_CONNECTIONS;
    private RetryPolicy retryPolicy = RetryPolicy.defaults();
    private Locale language = Locale.ENGLISH;
    private StockroomListener listener = new StockroomListener() {};
    private InstantSource clock = InstantSource.system();
    private @Nullable Proxy proxy;
    private @Nullable SSLContext sslContext;

    ClientBuilder() {}

    /// Sets the address of the merchant API, such as `https://stock.example`.
    public ClientBuilder address(String address) {
        this.address = address;
        return this;
    }

    /// Sets the application's id.
    public ClientBuilder appid(String appid) {
        this.appid = appid;
        return this;
    }

    /// Sets the application's secret. It signs every call and is never sent.
    public ClientBuilder secret(String secret) {
        this.secret = secret;
        return this;
    }

    /// Sets the access token of the merchant's account.
    public ClientBuilder token(String token) {
        this.token = token;
        return this;
    }

    /// Limits the time to connect and the time the server may stay silent; 30 s by default.
    public ClientBuilder timeout(Duration timeout) {
        this.timeout = Objects.requireNonNull(timeout, "timeout");
        return this;
    }

    /// Limits the number of simultaneous calls; further calls wait until one ends. The default is 32.
    public ClientBuilder connections(int max) {
        this.connections = max;
        return this;
    }

    /// Sets the retries of single calls. Creating stock has its own in [CreateOptions].
    public ClientBuilder retryPolicy(RetryPolicy retryPolicy) {
        this.retryPolicy = Objects.requireNonNull(retryPolicy, "retryPolicy");
        return this;
    }

    /// Sets the language of messages, also of the client's own: English by default, or Chinese. Codes are the same
    /// in every language.
    public ClientBuilder language(Locale language) {
        this.language = Objects.requireNonNull(language, "language");
        return this;
    }

    /// Sets the proxy; that of the JVM by default.
    public ClientBuilder proxy(Proxy proxy) {
        this.proxy = proxy;
        return this;
    }

    /// Sets which certificates are trusted, and those of the client; those of the JVM by default.
    public ClientBuilder sslContext(SSLContext sslContext) {
        this.sslContext = sslContext;
        return this;
    }

    /// Sets a listener for responses, warnings, waits, retries and corrections of the clock.
    public ClientBuilder listener(StockroomListener listener) {
        this.listener = Objects.requireNonNull(listener, "listener");
        return this;
    }

    /// Sets the clock; this machine's by default.
    public ClientBuilder clock(InstantSource clock) {
        this.clock = Objects.requireNonNull(clock, "clock");
        return this;
    }

    /// Returns a client without calling the server. Throws an [IllegalArgumentException] if a setting is missing or
    /// cannot be right.
    public StockroomClient build() {
        if (timeout.toMillis() < 1) {
            throw new IllegalArgumentException(Message.TIMEOUT_INVALID.in(language, timeout));
        }
        if (connections < 1) {
            throw new IllegalArgumentException(Message.CONNECTIONS_INVALID.in(language, connections));
        }
        var at = new Connections(parsedAddress(), timeout, connections, language, proxy, sslContext);
        var credentials = new Credentials(
                required("appid", appid), required("secret", secret), required("token", token), language);
        var calls = new Calls(at, credentials, new ServerClock(clock), retryPolicy, listener);
        return new StockroomClient(calls, Pace.of(at.address(), credentials.fingerprint()));
    }

    private URI parsedAddress() {
        var text = required("address", address);
        try {
            var uri = new URI(text.endsWith("/") ? text.substring(0, text.length() - 1) : text);
            boolean http = "http".equalsIgnoreCase(uri.getScheme()) || "https".equalsIgnoreCase(uri.getScheme());
            if (http
                    && uri.getHost() != null
                    && uri.getRawQuery() == null
                    && uri.getRawFragment() == null
                    && uri.getRawUserInfo() == null) {
                return uri;
            }
        } catch (URISyntaxException e) {
            // reported below
        }
        throw new IllegalArgumentException(Message.ADDRESS_INVALID.in(language, text));
    }

    private String required(String name, @Nullable String value) {
        if (value == null || value.isBlank()) {
            throw new IllegalArgumentException(Message.SETTING_MISSING.in(language, name));
        }
        return value;
    }
}
