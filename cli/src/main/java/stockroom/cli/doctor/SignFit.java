package stockroom.cli.doctor;

import static stockroom.cli.doctor.FindingKind.*;

import java.util.Locale;
import java.util.Optional;
import java.util.function.LongPredicate;
import java.util.function.Predicate;
import java.util.stream.LongStream;
import org.jspecify.annotations.Nullable;
import stockroom.cli.shell.Secret;

/// Checks the signature with the secret and finds out what was signed instead.
final class SignFit {
    /// All seconds this far from the sent timestamp are tried, and all milliseconds within the shorter distance.
    private static final long FAR_SECONDS = 7_200;

    private static final long FAR_MILLISECONDS = 5_000;

    private SignFit() {}

    static Optional<Finding> check(Headers headers, @Nullable Secret given) {
        var timestamp = headers.only("timestamp");
        var sign = headers.only("sign").toUpperCase(Locale.ROOT);
        // without a timestamp, the signed text is unknown
        if (given == null || !timestamp.matches(HeaderChecks.DIGITS) || !sign.matches("([0-9A-F]{16}){1,2}")) {
            return Optional.empty();
        }
        // the 16-character form is the middle of the 32-character form
        Predicate<String> fits =
                made -> made.equals(sign) || made.substring(8, 24).equals(sign);
        var secret = given.stripped().reveal();
        var right = Digests.md5(secret + timestamp);
        if (fits.test(right) && given.isSpaced()) {
            return GIVEN_SECRET_SPACE.found("sign: fits; but the secret given here has a space or line end around it");
        }
        boolean milliseconds = timestamp.length() == HeaderChecks.MILLISECONDS;
        long sent = Long.parseLong(timestamp) / (milliseconds ? 1000 : 1);
        boolean rightAtThatTime = milliseconds && fits.test(Digests.md5(secret + sent));
        // a signature swapped with the token is reported by its form
        if (fits.test(right) || rightAtThatTime || right.equals(headers.only("accesstoken"))) {
            return Optional.empty();
        }
        return new SigningMistakes(headers, secret, fits)
                .first()
                .or(() -> otherTimestamp(sent, at -> fits.test(Digests.md5(secret + at))))
                .or(() ->
                        milliseconds ? Optional.empty() : milliseconds(sent, at -> fits.test(Digests.md5(secret + at))))
                .or(() -> SIGN_MISMATCH.found(
                        "sign: does not fit this secret and timestamp, nor any of the usual mistakes with them%s",
                        secret.matches(HeaderChecks.TOKEN)
                                ? ""
                                : "; the secret given here has %d characters (expected: 32 of 0-9 and a-f)"
                                        .formatted(secret.length())));
    }

    private static Optional<Finding> otherTimestamp(long sent, LongPredicate fits) {
        return nearest(sent, FAR_SECONDS, fits)
                .flatMap(at -> SIGNED_OTHER_TIMESTAMP.found(
                        "sign: was made with the timestamp %d, %d seconds %s than the one sent, %d",
                        at, Math.abs(at - sent), at < sent ? "earlier" : "later", sent));
    }

    private static Optional<Finding> milliseconds(long sent, LongPredicate fits) {
        return nearest(sent, FAR_SECONDS, at -> fits.test(at * 1000))
                .or(() -> nearest(sent * 1000, FAR_MILLISECONDS, fits).map(at -> at / 1000))
                .flatMap(at -> SIGNED_MILLISECONDS.found(
                        "sign: was made with the time in milliseconds, timestamp %d was sent in seconds%s",
                        sent, at == sent ? "" : ", %d seconds apart".formatted(Math.abs(at - sent))));
    }

    private static Optional<Long> nearest(long from, long far, LongPredicate fits) {
        return LongStream.rangeClosed(0, far)
                .flatMap(away -> LongStream.of(from - away, from + away))
                .filter(fits)
                .boxed()
                .findFirst();
    }
}
