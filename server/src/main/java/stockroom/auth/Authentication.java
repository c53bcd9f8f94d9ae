package stockroom.auth;

import static java.nio.charset.StandardCharsets.US_ASCII;

import java.security.MessageDigest;
import java.time.Duration;
import java.time.InstantSource;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;
import java.util.regex.Pattern;
import stockroom.auth.CredentialStore.LiveSecret;
import stockroom.http.Request;
import stockroom.http.failure.Excerpt;
import stockroom.http.failure.Failure;
import stockroom.http.failure.RequestMessage;
import stockroom.http.failure.Violation;
import stockroom.http.failure.Violations;
import stockroom.share.Owner;

/// Makes a [Caller] of four headers. Everything that can be seen in the headers alone is refused before anything is
/// looked up.
public final class Authentication {
    private static final Pattern DIGITS = Pattern.compile("[0-9]{1,18}");
    private static final Pattern SIGN = Pattern.compile("[0-9A-F]{32}");
    private static final Pattern SIGN_ANY_CASE = Pattern.compile("[0-9A-Fa-f]{32}");
    private static final Pattern SIGN_SHORT = Pattern.compile("[0-9A-Fa-f]{16}");
    private static final Pattern TOKEN = Pattern.compile("[0-9a-f]{32}");

    private final CredentialCache credentials;
    private final BruteForceGuard guard;
    private final InstantSource clock;
    private final Duration clockWindow;
    private final LastUse lastUse;

    public Authentication(
            CredentialCache credentials,
            BruteForceGuard guard,
            InstantSource clock,
            Duration clockWindow,
            LastUse lastUse) {
        this.credentials = credentials;
        this.guard = guard;
        this.clock = clock;
        this.clockWindow = clockWindow;
        this.lastUse = lastUse;
    }

    /// A message on [CredentialCache#CHANNEL].
    public void changed(String what) {
        if (!guard.changed(what)) {
            credentials.changed(what);
        }
    }

    /// For the demonstration alone, whose database has gone back to its beginning.
    public void forgetAll() {
        guard.clear();
        credentials.forgetAll();
    }

    record Headers(String appid, String sign, long timestamp, String token) {}

    Caller caller(Request request) {
        var headers = headers(request::headers, clock.instant().getEpochSecond(), clockWindow.toSeconds());
        if (!DIGITS.matcher(headers.appid).matches()) {
            throw Failure.badRequest("appid", AuthMessage.APP_UNKNOWN, Excerpt.of(headers.appid));
        }
        long application = Long.parseLong(headers.appid);
        var secrets = request.admission().askWhoCalls(() -> credentials.secretsOf(application));
        if (secrets.isEmpty()) {
            throw Failure.badRequest("appid", AuthMessage.APP_UNKNOWN, headers.appid);
        }
        int slot = slotOfSigner(secrets, headers);
        if (slot == 0) {
            throw guessed(request, application, Failure.badRequest("sign", AuthMessage.SIGN_MISMATCH));
        }
        lastUse.secret(application, slot);
        request.admission().calledBy(new Owner(application, 0, 0));
        if (!TOKEN.matcher(headers.token).matches()) {
            // no guess, a mistake
            throw Failure.badRequest("accesstoken", AuthMessage.TOKEN_INVALID);
        }
        var hash = TokenHash.of(headers.token);
        var token = request.owner()
                .run(() -> credentials.token(hash))
                .filter(found -> found.caller().application() == application)
                .orElseThrow(() ->
                        guessed(request, application, Failure.badRequest("accesstoken", AuthMessage.TOKEN_INVALID)));
        return switch (token.state()) {
            case LIVE -> {
                lastUse.token(hash);
                yield token.caller();
            }
            // no guess: an application calls for many merchants, and one's old token must not close the others
            case ENDED -> throw Failure.badRequest("accesstoken", AuthMessage.TOKEN_INVALID);
            case SUSPENDED -> throw Failure.badRequest("accesstoken", AuthMessage.MERCHANT_SUSPENDED);
        };
    }

    /// @param values those that came, by the header's name
    static Headers headers(Function<String, List<String>> values, long now, long window) {
        var violations = new Violations();
        var appid = only("appid", values, violations);
        var sign = only("sign", values, violations);
        var timestamp = only("timestamp", values, violations);
        var token = only("accesstoken", values, violations);
        timestamp.ifPresent(text -> checkTimestamp(text, now, window, violations));
        sign.ifPresent(text -> checkSign(text, violations));
        violations.throwIfAny();
        return new Headers(
                appid.orElseThrow(), sign.orElseThrow(), Long.parseLong(timestamp.orElseThrow()), token.orElseThrow());
    }

    private static Optional<String> only(String name, Function<String, List<String>> headers, Violations violations) {
        var values = headers.apply(name);
        if (values.size() > 1) {
            violations.add(name, RequestMessage.HEADER_REPEATED, name);
            return Optional.empty();
        }
        if (values.isEmpty() || values.getFirst().isBlank()) {
            violations.add(name, AuthMessage.HEADER_MISSING, name);
            return Optional.empty();
        }
        return Optional.of(values.getFirst());
    }

    private static void checkTimestamp(String timestamp, long now, long window, Violations violations) {
        if (!DIGITS.matcher(timestamp).matches()) {
            violations.add("timestamp", AuthMessage.TIMESTAMP_INVALID, Excerpt.of(timestamp));
        } else if (timestamp.length() == 13) {
            violations.add("timestamp", AuthMessage.TIMESTAMP_IN_MILLISECONDS, timestamp);
        } else {
            long signed = Long.parseLong(timestamp);
            long off = Math.abs(now - signed);
            if (off > window) {
                var message = signed < now ? AuthMessage.TIMESTAMP_BEHIND : AuthMessage.TIMESTAMP_AHEAD;
                violations.add("timestamp", message, signed, off, now, window);
            }
        }
    }

    private static void checkSign(String sign, Violations violations) {
        if (SIGN_SHORT.matcher(sign).matches()) {
            violations.add("sign", AuthMessage.SIGN_SHORT);
        } else if (!SIGN_ANY_CASE.matcher(sign).matches()) {
            violations.add("sign", AuthMessage.SIGN_INVALID, sign.length());
        } else if (!SIGN.matcher(sign).matches()) {
            violations.add("sign", AuthMessage.SIGN_LOWER_CASE);
        }
    }

    /// Returns the slot of the secret that fits, or 0. It tries every live one, whichever fits, in constant time.
    private static int slotOfSigner(List<LiveSecret> secrets, Headers headers) {
        int slot = 0;
        for (var live : secrets) {
            var expected = Sign.of(live.secret(), headers.timestamp);
            if (MessageDigest.isEqual(expected.getBytes(US_ASCII), headers.sign.getBytes(US_ASCII))) {
                slot = live.slot();
            }
        }
        return slot;
    }

    /// Counts a guess; where there were too many, no further one is told what is wrong.
    private Failure guessed(Request request, long application, Failure failure) {
        var closed = guard.closedFor(request.client().block(), application);
        if (closed != null) {
            return new Failure.Limited(Violation.of(AuthMessage.TOO_MANY_FAILURES), closed, Map.of());
        }
        guard.wrong(request.client().block(), application);
        return failure;
    }
}
