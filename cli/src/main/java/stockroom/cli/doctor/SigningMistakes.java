package stockroom.cli.doctor;

import static java.nio.charset.StandardCharsets.US_ASCII;
import static java.nio.charset.StandardCharsets.UTF_16LE;
import static stockroom.cli.doctor.FindingKind.*;

import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.function.Predicate;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/// Texts that programs have wrongly signed, the likeliest first. In a form such as `ST`, S is the secret, U and L the
/// secret in upper and lower case, T the timestamp, A the appid, K the token, other characters themselves.
final class SigningMistakes {
    private static final Map<String, String> BLANKS = Map.of(
            " ", "a space",
            "\n", "a line feed",
            "\r\n", "a carriage return and line feed",
            "\r", "a carriage return",
            "\t", "a tab",
            "\u00a0", "a no-break space",
            "\ufeff", "a byte order mark",
            "\0", "a zero byte");
    private static final List<String> SEPARATORS =
            List.of(" ", "&", ":", "-", "_", ",", ".", "|", "+", "/", "=", ";", "#", "\n", "\r\n", "\t");
    private static final Pattern PART = Pattern.compile("[SULTAK]");

    private final Map<String, String> parts;
    private final Predicate<String> fits;
    private final List<Finding> found = new ArrayList<>();

    SigningMistakes(Headers headers, String secret, Predicate<String> fits) {
        this.parts = Map.of(
                "S", secret,
                "U", secret.toUpperCase(Locale.ROOT),
                "L", secret.toLowerCase(Locale.ROOT),
                "T", headers.only("timestamp"),
                "A", headers.only("appid"),
                "K", headers.only("accesstoken"));
        this.fits = fits;
    }

    Optional<Finding> first() {
        BLANKS.forEach((blank, name) -> {
            form(SECRET_SPACE, "was made with " + name + " at the end of the secret", "S" + blank + "T");
            form(SECRET_SPACE, "was made with " + name + " before the secret", blank + "ST");
            form(SECRET_SPACE, "was made with " + name + " on both sides of the secret", blank + "S" + blank + "T");
        });
        form(SECRET_QUOTES, "was made with quotation marks around the secret", "\"S\"T", "'S'T", "`S`T");
        form(ORDER_REVERSED, "was made of the timestamp followed by the secret (expected: the secret first)", "TS");
        var separated = "was made with a separator between secret and timestamp (expected: nothing)";
        SEPARATORS.forEach(between -> form(SEPARATOR, separated, "S" + between + "T", "T" + between + "S"));
        form(SECRET_CASE, "was made with the secret in upper case", "UT");
        form(SECRET_CASE, "was made with the secret in lower case", "LT");
        form(SIGNED_WITH_TOKEN, "was made with the access token instead of the secret", "KT", "TK");
        var more = "was made of more than secret and timestamp: the appid, the token or the secret again";
        form(SIGNED_MORE, more, "AST", "SAT", "STA", "ATS", "STS", "STK", "SKT", "KST", "AKTS", "ASTK");
        form(SIGNED_MORE, more, "appidAtimestampTS");
        form(SIGNED_SECRET_ALONE, "was made of the secret alone", "S");
        addMethods(text("S"), text("T"), Digests.md5(text("ST")));
        return found.stream().findFirst();
    }

    private void addMethods(String secret, String time, String right) {
        var hmac = "is HMAC-MD5 (expected: plain MD5)";
        sign(SIGNED_HMAC, hmac, Digests.hmacMd5(secret, time));
        sign(SIGNED_HMAC, hmac, Digests.hmacMd5(time, secret));
        sign(SIGNED_HMAC, hmac, Digests.hmacMd5(secret, secret + time));
        sign(SIGNED_TWICE, "is MD5 of the correct sign", Digests.md5(right));
        sign(SIGNED_TWICE, "is MD5 of the correct sign", Digests.md5(right.toLowerCase(Locale.ROOT)));
        var bytes = HexFormat.of().parseHex(right);
        sign(SIGNED_TWICE, "is MD5 of the bytes of the correct sign", Digests.md5(bytes));
        var utf16 = (secret + time).getBytes(UTF_16LE);
        sign(SIGNED_UTF_16, "was made of the text as UTF-16 (expected: UTF-8)", Digests.md5(utf16));
        if (secret.matches(HeaderChecks.HEX_32)) {
            var decoded = HexFormat.of().parseHex(secret + HexFormat.of().formatHex(time.getBytes(US_ASCII)));
            sign(SECRET_DECODED, "was made with the secret decoded from hexadecimal", Digests.md5(decoded));
        }
    }

    private void form(FindingKind kind, String what, String... forms) {
        for (var form : forms) {
            sign(kind, what, Digests.md5(text(form)));
        }
    }

    private void sign(FindingKind kind, String what, String made) {
        if (fits.test(made)) {
            kind.found("sign: " + what).ifPresent(found::add);
        }
    }

    private String text(String form) {
        return PART.matcher(form).replaceAll(part -> Matcher.quoteReplacement(parts.get(part.group())));
    }
}
