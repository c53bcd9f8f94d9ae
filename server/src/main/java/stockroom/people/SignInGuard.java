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
    private static final int MAX_SOURCES = 50_000;

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

        private String addressKey() {
            return "address " + address;
        }
    }

    /// An address that has used up its budget adds no names, which would fill the memory. What is refused for its name
    /// does not count for the address, which others may share.
    boolean take(Source source) {
        if (source.knownBrowser) {
            return count(source.key()) <= TRIES;
        }
        return present(source.addressKey()) < TRIES_OF_ADDRESS
                && count(source.key()) <= TRIES
                && count(source.addressKey()) <= TRIES_OF_ADDRESS;
    }

    /// Takes back a try that was not checked.
    void notChecked(Source source) {
        takeBack(source.key());
        if (!source.knownBrowser) {
            takeBack(source.addressKey());
        }
    }

    private void takeBack(String key) {
        var count = tries.getIfPresent(key);
        if (count != null) {
            count.decrementAndGet();
        }
    }

    private int present(String key) {
        var count = tries.getIfPresent(key);
        return count == null ? 0 : count.get();
    }

    /// Returns whether the address gave wrong passwords before this try.
    boolean isGuessing(Source source) {
        return !source.knownBrowser && present(source.addressKey()) > 1;
    }

    void succeeded(Source source) {
        tries.invalidate(source.key());
        if (!source.knownBrowser) {
            takeBack(source.addressKey());
        }
    }

    private int count(String key) {
        return tries.get(key, _ -> new AtomicInteger()).incrementAndGet();
    }
}
