package stockroom.auth;

import java.util.List;
import java.util.Optional;
import java.util.function.Function;
import java.util.regex.Pattern;
import stockroom.http.failure.Excerpt;
import stockroom.http.failure.RequestMessage;
import stockroom.http.failure.Violations;

record SignedHeaders(String appid, String sign, long timestamp, String token) {
    static final Pattern DIGITS = Pattern.compile("[0-9]{1,18}");
    private static final Pattern SIGN = Pattern.compile("[0-9A-F]{32}");
    private static final Pattern SIGN_ANY_CASE = Pattern.compile("[0-9A-Fa-f]{32}");
    private static final Pattern SIGN_SHORT = Pattern.compile("[0-9A-Fa-f]{16}");
    private static final int MAX_ZONE_HOURS = 14;
    private static final int ZONE_TOLERANCE_SECONDS = 300;

    static SignedHeaders read(Function<String, List<String>> values, long now, long window) {
        var violations = new Violations();
        var appid = only("appid", values, violations);
        var sign = only("sign", values, violations);
        var timestamp = only("timestamp", values, violations);
        var token = only("accesstoken", values, violations);
        timestamp.ifPresent(text -> checkTimestamp(text, now, window, violations));
        sign.ifPresent(text -> checkSign(text, violations));
        violations.throwIfAny();
        return new SignedHeaders(
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
            if (off <= window) {
                return;
            }
            // a clock is rarely wrong by whole hours
            long hours = Math.round(off / 3_600.0);
            if (hours > 0 && hours <= MAX_ZONE_HOURS && Math.abs(off - 3_600 * hours) <= ZONE_TOLERANCE_SECONDS) {
                var message = signed < now ? AuthMessage.TIMESTAMP_ZONE_BEHIND : AuthMessage.TIMESTAMP_ZONE_AHEAD;
                violations.add("timestamp", message, signed, off, now, hours, hours);
            } else {
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
}
