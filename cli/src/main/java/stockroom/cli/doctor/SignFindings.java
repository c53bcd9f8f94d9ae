package stockroom.cli.doctor;

import static java.nio.charset.StandardCharsets.US_ASCII;
import static java.nio.charset.StandardCharsets.UTF_16LE;

import java.util.HexFormat;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.function.Supplier;
import java.util.stream.Stream;

/// What to find of a sign that does not match: what programs have been seen to sign instead of the secret followed by
/// the timestamp, the likeliest first.
final class SignFindings {
    private static final Map<String, String> BLANKS = Map.of(
            " ", "a space",
            "\n", "a line feed",
            "\r\n", "a carriage return and line feed",
            "\r", "a carriage return",
            "\t", "a tab",
            "\u00a0", "a no-break space",
            "\ufeff", "a byte order mark",
            "\0", "a zero byte");
    private static final List<String> QUOTES = List.of("\"", "'", "`");
    private static final List<String> SEPARATORS =
            List.of(" ", "&", ":", "-", "_", ",", ".", "|", "+", "/", "=", ";", "#", "\n", "\r\n", "\t");

    private final String appid;
    private final String token;
    /// Without space around it: none is part of a secret.
    private final String secret;
    private final String timestamp;

    SignFindings(Headers headers, String secret, String timestamp) {
        this.appid = headers.only("appid").orElse("");
        this.token = headers.only("accesstoken").orElse("");
        this.secret = secret.strip();
        this.timestamp = timestamp;
    }

    /// @param sign what such a program would send
    record Candidate(Finding finding, Supplier<String> sign) {}

    Stream<Candidate> all() {
        return Stream.of(spaces(), quotes(), order(), separators(), letters(), others(), methods())
                .flatMap(candidates -> candidates);
    }

    private Stream<Candidate> spaces() {
        return BLANKS.entrySet().stream().flatMap(blank -> {
            var text = blank.getKey();
            return Stream.of(
                    spaced(blank.getValue() + " at the end of", secret + text),
                    spaced(blank.getValue() + " before", text + secret),
                    spaced(blank.getValue() + " on both sides of", text + secret + text));
        });
    }

    private Candidate spaced(String where, String spaced) {
        return candidate(
                FindingKind.SECRET_SPACE, "sign: was made with %s the secret".formatted(where), spaced + timestamp);
    }

    private Stream<Candidate> quotes() {
        return QUOTES.stream()
                .map(quote -> candidate(
                        FindingKind.SECRET_QUOTES,
                        "sign: was made with quotation marks around the secret",
                        quote + secret + quote + timestamp));
    }

    private Stream<Candidate> order() {
        return Stream.of(candidate(
                FindingKind.ORDER_REVERSED,
                "sign: was made of the timestamp followed by the secret (expected: the secret first)",
                timestamp + secret));
    }

    private Stream<Candidate> separators() {
        return SEPARATORS.stream()
                .flatMap(between -> Stream.of(secret + between + timestamp, timestamp + between + secret)
                        .map(text -> candidate(
                                FindingKind.SEPARATOR,
                                "sign: was made with a separator between secret and timestamp (expected: nothing)",
                                text)));
    }

    private Stream<Candidate> letters() {
        return Stream.of(secret.toUpperCase(Locale.ROOT), secret.toLowerCase(Locale.ROOT))
                .filter(changed -> !changed.equals(secret))
                .map(changed -> candidate(
                        FindingKind.SECRET_CASE,
                        "sign: was made with the secret in %s case"
                                .formatted(changed.equals(secret.toUpperCase(Locale.ROOT)) ? "upper" : "lower"),
                        changed + timestamp));
    }

    private Stream<Candidate> others() {
        var withToken = Stream.of(token + timestamp, timestamp + token)
                .map(text -> candidate(
                        FindingKind.SIGNED_WITH_TOKEN,
                        "sign: was made with the access token instead of the secret",
                        text));
        var withMore = Stream.of(
                        appid + secret + timestamp,
                        secret + appid + timestamp,
                        secret + timestamp + appid,
                        appid + timestamp + secret,
                        secret + timestamp + secret,
                        secret + timestamp + token,
                        secret + token + timestamp,
                        token + secret + timestamp,
                        appid + token + timestamp + secret,
                        appid + secret + timestamp + token,
                        "appid" + appid + "timestamp" + timestamp + secret)
                .map(text -> candidate(
                        FindingKind.SIGNED_MORE,
                        "sign: was made of more than secret and timestamp: the appid, the token or the secret again",
                        text));
        var alone = Stream.of(candidate(FindingKind.SIGNED_SECRET_ALONE, "sign: was made of the secret alone", secret));
        return Stream.of(withToken, withMore, alone).flatMap(candidates -> candidates);
    }

    private Stream<Candidate> methods() {
        var right = Digests.md5(secret + timestamp);
        return Stream.of(
                new Candidate(hmac(), () -> Digests.hmacMd5(secret, timestamp)),
                new Candidate(hmac(), () -> Digests.hmacMd5(timestamp, secret)),
                new Candidate(hmac(), () -> Digests.hmacMd5(secret, secret + timestamp)),
                candidate(FindingKind.SIGNED_TWICE, "sign: is MD5 of the correct sign", right),
                candidate(FindingKind.SIGNED_TWICE, "sign: is MD5 of the correct sign", right.toLowerCase(Locale.ROOT)),
                new Candidate(
                        Finding.of(FindingKind.SIGNED_TWICE, "sign: is MD5 of the bytes of the correct sign"),
                        () -> Digests.md5(HexFormat.of().parseHex(right))),
                new Candidate(
                        Finding.of(FindingKind.SIGNED_UTF_16, "sign: was made of the text as UTF-16 (expected: UTF-8)"),
                        () -> Digests.md5((secret + timestamp).getBytes(UTF_16LE))),
                new Candidate(
                        Finding.of(
                                FindingKind.SECRET_DECODED, "sign: was made with the secret decoded from hexadecimal"),
                        this::decoded));
    }

    private String decoded() {
        if (!Patterns.HEX_32.matcher(secret).matches()) {
            return Digests.md5("");
        }
        var text = HexFormat.of().formatHex(timestamp.getBytes(US_ASCII));
        return Digests.md5(HexFormat.of().parseHex(secret + text));
    }

    private static Finding hmac() {
        return Finding.of(FindingKind.SIGNED_HMAC, "sign: is HMAC-MD5 (expected: plain MD5)");
    }

    private static Candidate candidate(FindingKind kind, String text, String signed) {
        return new Candidate(new Finding(kind, text), () -> Digests.md5(signed));
    }
}
