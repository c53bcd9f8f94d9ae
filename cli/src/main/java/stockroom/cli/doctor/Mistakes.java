package stockroom.cli.doctor;

import static java.nio.charset.StandardCharsets.US_ASCII;
import static java.nio.charset.StandardCharsets.UTF_16LE;

import java.util.HexFormat;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.function.Supplier;
import java.util.stream.Stream;

/// What programs have been seen to sign instead of the secret followed by the timestamp, the likeliest first.
final class Mistakes {
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

    Mistakes(Headers headers, String secret, String timestamp) {
        this.appid = headers.only("appid").orElse("");
        this.token = headers.only("accesstoken").orElse("");
        this.secret = secret.strip();
        this.timestamp = timestamp;
    }

    /// @param sign what such a program would send
    record Mistake(Finding finding, Supplier<String> sign) {}

    Stream<Mistake> all() {
        return Stream.of(spaces(), quotes(), order(), separators(), letters(), others(), methods())
                .flatMap(mistakes -> mistakes);
    }

    private Stream<Mistake> spaces() {
        return BLANKS.entrySet().stream().flatMap(blank -> {
            var text = blank.getKey();
            return Stream.of(
                    spaced(blank.getValue() + " at the end of", secret + text),
                    spaced(blank.getValue() + " before", text + secret),
                    spaced(blank.getValue() + " on both sides of", text + secret + text));
        });
    }

    private Mistake spaced(String where, String spaced) {
        return mistake(Fault.SECRET_SPACE, "sign: was made with %s the secret".formatted(where), spaced + timestamp);
    }

    private Stream<Mistake> quotes() {
        return QUOTES.stream()
                .map(quote -> mistake(
                        Fault.SECRET_QUOTES,
                        "sign: was made with quotation marks around the secret",
                        quote + secret + quote + timestamp));
    }

    private Stream<Mistake> order() {
        return Stream.of(mistake(
                Fault.ORDER_REVERSED,
                "sign: was made of the timestamp followed by the secret (expected: the secret first)",
                timestamp + secret));
    }

    private Stream<Mistake> separators() {
        return SEPARATORS.stream()
                .flatMap(between -> Stream.of(secret + between + timestamp, timestamp + between + secret)
                        .map(text -> mistake(
                                Fault.SEPARATOR,
                                "sign: was made with a separator between secret and timestamp (expected: nothing)",
                                text)));
    }

    private Stream<Mistake> letters() {
        return Stream.of(secret.toUpperCase(Locale.ROOT), secret.toLowerCase(Locale.ROOT))
                .filter(changed -> !changed.equals(secret))
                .map(changed -> mistake(
                        Fault.SECRET_CASE,
                        "sign: was made with the secret in %s case"
                                .formatted(changed.equals(secret.toUpperCase(Locale.ROOT)) ? "upper" : "lower"),
                        changed + timestamp));
    }

    private Stream<Mistake> others() {
        var withToken = Stream.of(token + timestamp, timestamp + token)
                .map(text -> mistake(
                        Fault.SIGNED_WITH_TOKEN, "sign: was made with the access token instead of the secret", text));
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
                .map(text -> mistake(
                        Fault.SIGNED_MORE,
                        "sign: was made of more than secret and timestamp: the appid, the token or the secret again",
                        text));
        var alone = Stream.of(mistake(Fault.SIGNED_SECRET_ALONE, "sign: was made of the secret alone", secret));
        return Stream.of(withToken, withMore, alone).flatMap(mistakes -> mistakes);
    }

    private Stream<Mistake> methods() {
        var right = Digests.md5(secret + timestamp);
        return Stream.of(
                new Mistake(hmac(), () -> Digests.hmacMd5(secret, timestamp)),
                new Mistake(hmac(), () -> Digests.hmacMd5(timestamp, secret)),
                new Mistake(hmac(), () -> Digests.hmacMd5(secret, secret + timestamp)),
                mistake(Fault.SIGNED_TWICE, "sign: is MD5 of the right sign", right),
                mistake(Fault.SIGNED_TWICE, "sign: is MD5 of the right sign", right.toLowerCase(Locale.ROOT)),
                new Mistake(
                        Finding.of(Fault.SIGNED_TWICE, "sign: is MD5 of the bytes of the right sign"),
                        () -> Digests.md5(HexFormat.of().parseHex(right))),
                new Mistake(
                        Finding.of(Fault.SIGNED_UTF_16, "sign: was made of the text as UTF-16 (expected: UTF-8)"),
                        () -> Digests.md5((secret + timestamp).getBytes(UTF_16LE))),
                new Mistake(
                        Finding.of(Fault.SECRET_DECODED, "sign: was made with the secret decoded from hexadecimal"),
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
        return Finding.of(Fault.SIGNED_HMAC, "sign: is HMAC-MD5 (expected: plain MD5)");
    }

    private static Mistake mistake(Fault fault, String text, String signed) {
        return new Mistake(new Finding(fault, text), () -> Digests.md5(signed));
    }
}
