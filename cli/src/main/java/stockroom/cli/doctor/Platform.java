package stockroom.cli.doctor;

import java.time.Instant;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/// What the operator's interface knows of applications, tokens and merchants.
interface Platform {
    record Application(long id, boolean suspended) {}

    record Token(
            long application,
            long merchant,
            Instant expiresAt,
            @Nullable Instant revokedAt) {}

    record Merchant(long id, boolean suspended) {}

    Optional<Application> application(long id);

    /// A token by its id.
    ///
    /// @param id the first 16 hexadecimal characters of the token's SHA-256
    Optional<Token> token(String id);

    Optional<Merchant> merchant(long id);

    /// What it knows of one call; empty where there is none, or nothing to look up.
    record Facts(Optional<Application> application, Optional<Token> token, Optional<Merchant> merchant) {}

    default Facts about(Headers headers) {
        var application = headers.only("appid")
                .filter(appid -> Patterns.DIGITS.matcher(appid).matches())
                .flatMap(appid -> application(Long.parseLong(appid)));
        var token = headers.only("accesstoken")
                .filter(text -> Patterns.TOKEN.matcher(text).matches())
                .flatMap(text -> token(Digests.tokenId(text)));
        return new Facts(application, token, token.flatMap(found -> merchant(found.merchant)));
    }
}
