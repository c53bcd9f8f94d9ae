package stockroom.bench.trials;

import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;
import java.util.List;
import stockroom.bench.load.Application;
import stockroom.bench.load.RequestKey;
import stockroom.bench.process.Failure;
import stockroom.bench.server.OperatedServer;

/// One of each kind of credential, and of what can be suspended.
///
/// @param revoked has a token that is revoked
/// @param rotated its first secret is exchanged for another
/// @param ofRotated a token of that application
/// @param suspended an application
/// @param closed a merchant that is suspended
/// @param leaver the id of an operator's key, which is revoked
/// @param leaverKey the key itself
record DrillCredentials(
        RequestKey revoked,
        Application rotated,
        RequestKey ofRotated,
        String suspended,
        RequestKey closed,
        String leaver,
        String leaverKey) {

    /// @param keys of the generated merchants
    static DrillCredentials create(OperatedServer operator, List<RequestKey> keys) {
        var created = operator.json("application", "create", "rotated");
        var rotated = new Application(
                created.get("applicationId").asLong(), created.get("secret").asString());
        var key = keys.get(1);
        var token = operator.json(
                        "token",
                        "issue",
                        "--application",
                        String.valueOf(rotated.id()),
                        "--merchant",
                        String.valueOf(key.merchant()),
                        "--account",
                        String.valueOf(key.account()))
                .get("accesstoken")
                .asString();
        var leaver = operator.json("key", "create", "leaver", "--scope", "read");
        return new DrillCredentials(
                keys.get(0),
                rotated,
                new RequestKey(key.merchant(), key.account(), token, key.product()),
                operator.json("application", "create", "suspended")
                        .get("applicationId")
                        .asString(),
                keys.get(2),
                leaver.get("keyId").asString(),
                leaver.get("key").asString());
    }

    /// Ends them all.
    ///
    /// @return the commands that must be listed after a restore to a point before, in this order
    List<String> end(OperatedServer operator) {
        var application = String.valueOf(rotated.id());
        var merchant = String.valueOf(closed.merchant());
        operator.run("token", "revoke", tokenId());
        operator.run("application", "add-secret", application);
        operator.run("application", "end-secret", application, "1");
        operator.run("key", "revoke", leaver);
        operator.run("application", "suspend", suspended);
        operator.run("merchant", "suspend", merchant);
        return List.of(
                "stockroom token revoke " + tokenId(),
                "stockroom application add-secret " + application,
                "stockroom application end-secret %s 1".formatted(application),
                "stockroom key revoke " + leaver,
                "stockroom application suspend " + suspended,
                "stockroom merchant suspend " + merchant);
    }

    /// The beginning of its hash.
    private String tokenId() {
        try {
            var hash =
                    MessageDigest.getInstance("SHA-256").digest(revoked.token().getBytes(StandardCharsets.UTF_8));
            return HexFormat.of().formatHex(hash, 0, 8);
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException(e);
        }
    }

    boolean leaverMayRead(OperatedServer operator) {
        try {
            new OperatedServer(operator.distribution(), operator.server(), operator.settings(), leaverKey)
                    .run("application", "show", suspended);
            return true;
        } catch (Failure e) {
            return false;
        }
    }

    @Override
    public String toString() {
        return "DrillCredentials[rotated=%s]".formatted(rotated);
    }
}
