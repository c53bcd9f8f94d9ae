package stockroom.people;

import com.github.benmanes.caffeine.cache.Cache;
import com.github.benmanes.caffeine.cache.Caffeine;
import com.github.benmanes.caffeine.cache.Ticker;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.concurrent.atomic.AtomicInteger;
import stockroom.http.bounds.AddressBlock;

/// Slows guesses of passwords on this node. Each name and address may try a few times, then waits. A browser in
/// which the person has signed in has a budget of its own, so nobody else can use it up.
final class SignInGuard {
    static final Duration WINDOW = Duration.ofMinutes(10);

    private static final int TRIES = 10;
    /// Limits one address that tries many names. Offices share an address, but know their browsers.
    private static final int TRIES_OF_ADDRESS = 100;
    private static final int MAX_SOURCES = 100_000;

    private final Cache<String, AtomicInteger> tries;

    SignInGuard(InstantSource clock) {
        Ticker ticker = () -> Duration.between(Instant.EPOCH, clock.instant()).toNanos();
        this.tries = Caffeine.newBuilder()
                .maximumSize(MAX_SOURCES)
                .expireAfterWrite(WINDOW)
                .ticker(ticker)
                .build();
    }

    /// A source of guesses, which [#take] counts before a guess is checked, since guesses arrive at the same time.
    record Source(String name, String address, boolean knownBrowser) {
        static Source of(String name, AddressBlock address) {
            return new Source(name, address.text(), false);
        }

        static Source ofBrowser(String name, String browser) {
            return new Source(name, browser, true);
        }

        private String key() {
            return (knownBrowser ? "browser " : "address ") + address + " " + name;
        }
    }

    boolean take(Source source) {
        return count(source.key()) <= TRIES
                && (source.knownBrowser || count("address " + source.address) <= TRIES_OF_ADDRESS);
    }

    void succeeded(Source source) {
        tries.invalidate(source.key());
    }

    private int count(String key) {
        return tries.get(key, _ -> new AtomicInteger()).incrementAndGet();
    }
}
