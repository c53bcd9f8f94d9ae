package stockroom.cli.doctor;

import java.time.Instant;
import java.util.List;
import java.util.Optional;
import stockroom.cli.shell.TokenHash;

/// What only the platform knows.
final class PlatformChecks {
    private PlatformChecks() {}

    static List<Finding> application(Evidence evidence) {
        var appid = evidence.headers()
                .only("appid")
                .filter(text -> Patterns.DIGITS.matcher(text).matches());
        var facts = evidence.facts();
        if (facts == null || appid.isEmpty()) {
            return List.of();
        }
        if (facts.application().isEmpty()) {
            return List.of(Finding.of(
                    FindingKind.APP_UNKNOWN, "appid: %s is not an application of this platform", appid.get()));
        }
        return facts.application().get().suspended()
                ? List.of(Finding.of(FindingKind.APP_SUSPENDED, "appid: application %s is suspended", appid.get()))
                : List.of();
    }

    static List<Finding> token(Evidence evidence) {
        var token = evidence.headers()
                .only("accesstoken")
                .filter(text -> Patterns.TOKEN.matcher(text).matches());
        var facts = evidence.facts();
        if (facts == null || token.isEmpty()) {
            return List.of();
        }
        var id = TokenHash.id(token.get());
        return facts
                .token()
                .flatMap(known -> finding(id, known, facts, evidence))
                .or(() -> facts.token().isPresent()
                        ? Optional.empty()
                        : Optional.of(Finding.of(
                                FindingKind.TOKEN_UNKNOWN,
                                "accesstoken: token %s was never issued on this platform",
                                id)))
                .stream()
                .toList();
    }

    private static Optional<Finding> finding(String id, Platform.Token token, Platform.Facts facts, Evidence evidence) {
        var appid = evidence.headers().only("appid").orElse("");
        if (token.revokedAt() != null) {
            return Optional.of(Finding.of(
                    FindingKind.TOKEN_REVOKED, "accesstoken: token %s was revoked at %s", id, token.revokedAt()));
        }
        if (!token.expiresAt().isAfter(Instant.ofEpochSecond(evidence.now()))) {
            return Optional.of(Finding.of(
                    FindingKind.TOKEN_EXPIRED, "accesstoken: token %s expired at %s", id, token.expiresAt()));
        }
        if (!appid.equals(Long.toString(token.application()))) {
            return Optional.of(Finding.of(
                    FindingKind.TOKEN_OF_OTHER_APPLICATION,
                    "accesstoken: token %s was issued to application %d (expected: the appid sent, %s)",
                    id,
                    token.application(),
                    appid.length() > 18 ? "which is not an id" : appid));
        }
        return facts.merchant()
                .filter(Platform.Merchant::suspended)
                .map(merchant -> Finding.of(
                        FindingKind.MERCHANT_SUSPENDED,
                        "accesstoken: the token's merchant %d is suspended",
                        merchant.id()));
    }
}
