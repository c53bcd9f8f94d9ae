package stockroom.auth;

import static java.nio.charset.StandardCharsets.US_ASCII;

import java.security.MessageDigest;
import java.time.Duration;
import java.time.InstantSource;
import java.util.List;
import java.util.Map;
import java.util.regex.Pattern;
import stockroom.auth.CredentialStore.LiveSecret;
import stockroom.http.Request;
import stockroom.http.failure.Excerpt;
import stockroom.http.failure.Failure;
import stockroom.http.failure.Violation;
import stockroom.share.Owner;

/// Authenticates a [Caller] by four headers. It looks nothing up if the headers alone are wrong.
public final class Authentication {
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

    public void changed(String what) {
        if (!guard.changed(what)) {
            credentials.changed(what);
        }
    }

    public void forgetAll() {
        guard.clear();
        credentials.forgetAll();
    }

    Caller caller(Request request) {
        var headers = SignedHeaders.read(request::headers, clock.instant().getEpochSecond(), clockWindow.toSeconds());
        if (!SignedHeaders.DIGITS.matcher(headers.appid()).matches()) {
            throw Failure.badRequest("appid", AuthMessage.APP_UNKNOWN, Excerpt.of(headers.appid()));
        }
        long application = Long.parseLong(headers.appid());
        var secrets = request.admission().askWhoCalls(() -> credentials.secretsOf(application));
        if (secrets.isEmpty()) {
            throw Failure.badRequest("appid", AuthMessage.APP_UNKNOWN, headers.appid());
        }
        int slot = slotOfSigner(secrets, headers);
        if (slot == 0) {
            throw wrongSign(request, application, secrets, headers);
        }
        lastUse.secret(application, slot);
        request.admission().calledBy(new Owner(application, 0, 0));
        if (!TOKEN.matcher(headers.token()).matches()) {
            // a malformed token is a mistake, not a guess
            throw Failure.badRequest("accesstoken", AuthMessage.TOKEN_INVALID);
        }
        var hash = TokenHash.of(headers.token());
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
            // an ended token is no guess: an application calls for many merchants, and must not be closed for
            // all of them
            case ENDED -> throw Failure.badRequest("accesstoken", AuthMessage.TOKEN_INVALID);
            case SUSPENDED -> throw Failure.badRequest("accesstoken", AuthMessage.MERCHANT_SUSPENDED);
        };
    }

    /// Returns the slot of the matching secret, or 0. It tries every secret, each in constant time.
    private static int slotOfSigner(List<LiveSecret> secrets, SignedHeaders headers) {
        int slot = 0;
        for (var live : secrets) {
            var expected = Sign.of(live.secret(), headers.timestamp());
            if (MessageDigest.isEqual(
                    expected.getBytes(US_ASCII), headers.sign().getBytes(US_ASCII))) {
                slot = live.slot();
            }
        }
        return slot;
    }

    /// A caller that signs with the right secret in a wrong way guesses nothing. After too many wrong signs
    /// this is not checked, since that costs some forty hashes.
    private Failure wrongSign(Request request, long application, List<LiveSecret> secrets, SignedHeaders headers) {
        if (guard.closedFor(request.client().block(), application) == null) {
            var mistake = SigningMistake.find(secrets, headers);
            if (mistake.isPresent()) {
                return Failure.badRequest("sign", mistake.get());
            }
        }
        return guessed(request, application, Failure.badRequest("sign", AuthMessage.SIGN_MISMATCH));
    }

    /// Counts a guess. After too many, the response no longer says what is wrong.
    private Failure guessed(Request request, long application, Failure failure) {
        var closed = guard.closedFor(request.client().block(), application);
        if (closed != null) {
            return new Failure.Limited(Violation.of(AuthMessage.TOO_MANY_FAILURES), closed, Map.of());
        }
        guard.wrong(request.client().block(), application);
        return failure;
    }
}
