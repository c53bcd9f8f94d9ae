package stockroom.cli.doctor;

import static stockroom.cli.doctor.FindingKind.*;

import java.time.Instant;
import java.util.Optional;
import java.util.function.Function;
import stockroom.cli.connect.AdminClient;
import stockroom.cli.connect.Reply;
import stockroom.cli.shell.TokenHash;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.MissingNode;

/// Looks up applications and tokens through the admin API. The function returns a missing node for a 404.
record Platform(Function<String, JsonNode> find) {
    static Platform of(AdminClient client) {
        return new Platform(path -> client.find(path).map(Reply::json).orElse(MissingNode.getInstance()));
    }

    Optional<Finding> checkApplication(String appid) {
        if (!appid.matches(HeaderChecks.DIGITS)) {
            return Optional.empty();
        }
        var application = find.apply("/applications/" + Long.parseLong(appid));
        if (application.isMissingNode()) {
            return APP_UNKNOWN.found("appid: %s is not an application of this platform", appid);
        }
        return application.path("suspended").asBoolean()
                ? APP_SUSPENDED.found("appid: application %s is suspended", appid)
                : Optional.empty();
    }

    Optional<Finding> checkToken(String sent, String appid, long now) {
        if (!sent.matches(HeaderChecks.TOKEN)) {
            return Optional.empty();
        }
        var id = TokenHash.id(sent);
        var token = find.apply("/tokens/" + id);
        if (token.isMissingNode()) {
            return TOKEN_UNKNOWN.found("accesstoken: token %s was never issued on this platform", id);
        }
        if (token.path("revokedAt").isString()) {
            var revokedAt = Instant.parse(token.path("revokedAt").asString());
            return TOKEN_REVOKED.found("accesstoken: token %s was revoked at %s", id, revokedAt);
        }
        var expiresAt = Instant.parse(token.path("expiresAt").asString());
        if (!expiresAt.isAfter(Instant.ofEpochSecond(now))) {
            return TOKEN_EXPIRED.found("accesstoken: token %s expired at %s", id, expiresAt);
        }
        long application = token.path("applicationId").asLong();
        if (!appid.equals(Long.toString(application))) {
            return TOKEN_OF_OTHER_APPLICATION.found(
                    "accesstoken: token %s was issued to application %d (expected: the appid sent, %s)",
                    id, application, appid.length() > 18 ? "which is not an id" : appid);
        }
        long merchant = token.path("merchantId").asLong();
        return find.apply("/merchants/" + merchant).path("suspended").asBoolean(false)
                ? MERCHANT_SUSPENDED.found("accesstoken: the token's merchant %d is suspended", merchant)
                : Optional.empty();
    }
}
