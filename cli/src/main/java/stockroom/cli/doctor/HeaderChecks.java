package stockroom.cli.doctor;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/// What can be seen of headers, appid and timestamp alone.
final class HeaderChecks {
    private static final List<String> NAMES = List.of("appid", "sign", "timestamp", "accesstoken");
    /// Names without `-` and `_` that programs have been seen to send instead.
    private static final Map<String, String> LOOKALIKES = Map.of(
            "appkey", "appid",
            "clientid", "appid",
            "signature", "sign",
            "ts", "timestamp",
            "time", "timestamp",
            "token", "accesstoken",
            "authorization", "accesstoken");

    static final long WINDOW_SECONDS = 600;
    private static final int MILLISECONDS = 13;
    private static final int MAX_SHOWN = 20;

    private HeaderChecks() {}

    static List<Finding> present(Headers headers) {
        var findings = new ArrayList<Finding>();
        for (var name : NAMES) {
            var values = headers.all(name);
            if (values.isEmpty()) {
                findings.add(Finding.of(FindingKind.HEADER_MISSING, "%s: missing%s", name, lookalike(headers, name)));
            } else if (values.size() > 1) {
                findings.add(Finding.of(
                        FindingKind.HEADER_REPEATED, "%s: came %d times (expected: once)", name, values.size()));
            } else if (values.getFirst().isBlank()) {
                findings.add(Finding.of(FindingKind.HEADER_EMPTY, "%s: empty", name));
            }
        }
        return findings;
    }

    private static String lookalike(Headers headers, String name) {
        for (var other : headers.names()) {
            var plain = other.replaceAll("[-_]", "").replaceFirst("^x(?=app|sign|time|access|token)", "");
            if (!other.equals(name) && (plain.equals(name) || name.equals(LOOKALIKES.get(plain)))) {
                return "; there is %s instead (expected: the name %s exactly)".formatted(other, name);
            }
        }
        return "";
    }

    static List<Finding> appid(Headers headers) {
        var appid = headers.only("appid").orElse("1");
        if (Patterns.DIGITS.matcher(appid).matches()) {
            return List.of();
        }
        if (Patterns.DIGITS
                .matcher(Patterns.UNSEEN.matcher(appid).replaceAll(""))
                .matches()) {
            return List.of(Finding.of(FindingKind.APPID_SPACE, "appid: has a space or an unseen character in it"));
        }
        return List.of(Finding.of(FindingKind.APPID_NOT_DIGITS, "appid: %s (expected: decimal digits)", shown(appid)));
    }

    static List<Finding> timestamp(Evidence evidence) {
        var timestamp = evidence.headers().only("timestamp");
        if (timestamp.isEmpty()) {
            return List.of();
        }
        var text = timestamp.get();
        if (!Patterns.DIGITS.matcher(text).matches()) {
            return List.of(Finding.of(
                    FindingKind.TIMESTAMP_NOT_DIGITS, "timestamp: %s (expected: decimal digits)", shown(text)));
        }
        long sent = Long.parseLong(text);
        if (text.length() == MILLISECONDS) {
            return List.of(Finding.of(
                    FindingKind.TIMESTAMP_MILLISECONDS,
                    "timestamp: %d is in milliseconds (expected: seconds, %d)",
                    sent,
                    sent / 1000));
        }
        long behind = evidence.now() - sent;
        if (Math.abs(behind) <= WINDOW_SECONDS) {
            return List.of();
        }
        return List.of(Finding.of(
                behind > 0 ? FindingKind.TIMESTAMP_BEHIND : FindingKind.TIMESTAMP_AHEAD,
                "timestamp: %d is %d seconds %s %s, which says %d (expected: within %d seconds)%s",
                sent,
                Math.abs(behind),
                behind > 0 ? "behind" : "ahead of",
                evidence.clock().text(),
                evidence.now(),
                WINDOW_SECONDS,
                hint(behind, evidence.clock())));
    }

    /// A whole number of hours is rarely a clock that runs wrong, and a call of yesterday rarely a mistake.
    private static String hint(long behind, Evidence.Clock clock) {
        long hours = Math.round(behind / 3600.0);
        if (hours != 0 && Math.abs(hours) <= 14 && Math.abs(behind - hours * 3600) <= 120) {
            return "; that is %d h: a time zone was mixed in".formatted(Math.abs(hours));
        }
        return behind > 0 && clock.isNow() ? "; if the call was made long before now, say when with --at" : "";
    }

    /// Short values only: a long one may be a token in the wrong header.
    private static String shown(String value) {
        return value.length() > MAX_SHOWN
                ? "%d characters".formatted(value.length())
                : Patterns.UNSEEN.matcher(value).replaceAll("?");
    }
}
