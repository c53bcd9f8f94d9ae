package stockroom.bench.trials;

import java.util.Map;
import stockroom.bench.server.OperatedServer;

/// A merchant with an account and a program of its own.
record PushMerchant(String id, String appid, String secret, String token) {

    static PushMerchant create(OperatedServer operator, String name) {
        var merchant = operator.json("merchant", "create", name, "--name", name)
                .get("merchantId")
                .asString();
        var account = operator.json(
                        "account",
                        "create",
                        merchant,
                        "owner",
                        "--platform",
                        "tb",
                        "--shop",
                        "880001",
                        "--shop-name",
                        "Shop")
                .get("accountId")
                .asString();
        var application = operator.json("application", "create", name);
        var appid = application.get("applicationId").asString();
        var token = operator.json(
                        "token", "issue", "--application", appid, "--merchant", merchant, "--account", account)
                .get("accesstoken")
                .asString();
        return new PushMerchant(merchant, appid, application.get("secret").asString(), token);
    }

    /// What its program signs with.
    Map<String, String> environment() {
        return Map.of("STOCKROOM_CLI_SECRET", secret, "STOCKROOM_CLI_TOKEN", token);
    }

    @Override
    public String toString() {
        return "PushMerchant[id=%s]".formatted(id);
    }
}
