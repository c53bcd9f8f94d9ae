package stockroom.client;

import java.net.URI;
import java.net.URISyntaxException;
import java.time.Duration;
import java.time.InstantSource;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/// Makes a [StockroomClient]: address, application, secret and token are needed, everything else has a good value.
public final class ClientBuilder {
    private static final Duration USUAL_TIMEOUT = Duration.ofSeconds(30);
    private static final int USUAL_CONNECTIONS = 32;

    private @Nullable String address;
    private @Nullable String appid;
    private @Nullable String secret;
    private @Nullable String token;
    private Duration timeout = USUAL_TIMEOUT;
    private int connections = USUAL_CONNECTIONS;
    private Retries retries = Retries.usual();
    private Locale language = Locale.ENGLISH;
    private StockroomListener listener = new StockroomListener() {};
    private InstantSource clock = InstantSource.system();

    ClientBuilder() {}

    /// Where the merchants' interface is, such as `https://stock.example`.
    public ClientBuilder address(String address) {
        this.address = address;
        return this;
    }

    /// The application's id.
    public ClientBuilder appid(String appid) {
        this.appid = appid;
        return this;
    }

    /// The application's secret, with which every call is signed. It is never sent.
    public ClientBuilder secret(String secret) {
        this.secret = secret;
        return this;
    }

    /// The access token of the merchant's account.
    public ClientBuilder token(String token) {
        this.token = token;
        return this;
    }

    /// How long connecting may take, and how long the server may stay silent: 30 s by default.
    public ClientBuilder timeout(Duration timeout) {
        if (timeout.toMillis() < 1) {
            throw new IllegalArgumentException("timeout: %s (expected: at least a millisecond)".formatted(timeout));
        }
        this.timeout = timeout;
        return this;
    }

    /// How many calls are under way at once, 32 by default; more wait for one of them to end.
    public ClientBuilder connections(int most) {
        if (most < 1) {
            throw new IllegalArgumentException("connections: %d (expected: at least 1)".formatted(most));
        }
        this.connections = most;
        return this;
    }

    /// For single calls; creating stock has its own in [CreateOptions].
    public ClientBuilder retries(Retries retries) {
        this.retries = retries;
        return this;
    }

    /// Of the messages; the codes are the same in all.
    public ClientBuilder language(Locale language) {
        this.language = language;
        return this;
    }

    /// Told what the client does by itself.
    public ClientBuilder listener(StockroomListener listener) {
        this.listener = listener;
        return this;
    }

    /// This machine's clock by default.
    public ClientBuilder clock(InstantSource clock) {
        this.clock = clock;
        return this;
    }

    public StockroomClient build() {
        return new StockroomClient(this);
    }

    URI address() {
        var text = needed("address", address);
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
            // told below
        }
        throw new IllegalArgumentException("address: %s (expected: such as https://stock.example)".formatted(text));
    }

    Credentials credentials() {
        return new Credentials(needed("appid", appid), needed("secret", secret), needed("token", token));
    }

    private static String needed(String name, @Nullable String value) {
        if (value == null) {
            throw new IllegalArgumentException(
                    name + ": not said (expected: address, appid, secret and token before build)");
        }
        return value;
    }

    Duration timeout() {
        return timeout;
    }

    int connections() {
        return connections;
    }

    Retries retries() {
        return retries;
    }

    Locale language() {
        return language;
    }

    StockroomListener listener() {
        return listener;
    }

    InstantSource clock() {
        return clock;
    }
}
