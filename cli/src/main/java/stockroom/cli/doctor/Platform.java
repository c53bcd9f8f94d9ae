package stockroom.cli.doctor;

import java.time.Instant;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import stockroom.cli.connect.AdminClient;
import stockroom.cli.connect.Reply;
import stockroom.cli.shell.TokenHash;
import tools.jackson.databind.JsonNode;

/// What the admin interface knows of applications, tokens and merchants.
record Platform(AdminClient client) {
    record Application(long id, boolean suspended) {}

    record Token(
            long application,
            long merchant,
            Instant expiresAt,
            @Nullable Instant revokedAt) {}

    record Merchant(long id, boolean suspended) {}

    /// What it knows of one call; empty where there is none, or nothing to look up.
    record Facts(Optional<Application> application, Optional<Token> token, Optional<Merchant> merchant) {}

    Facts about(Headers headers) {
        var application = headers.only("appid")
                .filter(appid -> Patterns.DIGITS.matcher(appid).matches())
                .flatMap(appid -> application(Long.parseLong(appid)));
        var token = headers.only("accesstoken")
                .filter(text -> Patterns.TOKEN.matcher(text).matches())
                .flatMap(text -> token(TokenHash.id(text)));
        return new Facts(application, token, token.flatMap(found -> merchant(found.merchant)));
    }

    private Optional<Application> application(long id) {
        return find("/applications/" + id)
                .map(found -> new Application(
                        found.path("applicationId").asLong(),
                        found.path("suspended").asBoolean()));
    }

    private Optional<Token> token(String id) {
        return find("/tokens/" + id)
                .map(found -> new Token(
                        found.path("applicationId").asLong(),
                        found.path("merchantId").asLong(),
                        Instant.parse(found.path("expiresAt").asString()),
                        found.path("revokedAt").isString()
                                ? Instant.parse(found.path("revokedAt").asString())
                                : null));
    }

    private Optional<Merchant> merchant(long id) {
        return find("/merchants/" + id)
                .map(found -> new Merchant(
                        found.path("merchantId").asLong(),
                        found.path("suspended").asBoolean()));
    }

    private Optional<JsonNode> find(String path) {
        return client.find(path).map(Reply::json);
    }
}
