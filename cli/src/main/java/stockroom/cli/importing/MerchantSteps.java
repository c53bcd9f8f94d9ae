package stockroom.cli.importing;

import static stockroom.cli.connect.AdminOptions.body;

import java.util.Map;
import java.util.Optional;
import java.util.UUID;
import java.util.function.Consumer;
import java.util.stream.Stream;
import stockroom.cli.connect.AdminClient;
import stockroom.cli.importing.MerchantFile.Line;
import stockroom.cli.shell.Secret;
import stockroom.cli.show.Text;
import stockroom.cli.transfer.BadCell;
import stockroom.cli.transfer.RejectedLine;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/// Sends the requests for one line: a merchant, its account and its token. A resumed import uses the same idempotency
/// keys, so that the server repeats its responses, including tokens.
final class MerchantSteps {
    private static final Map<String, String> COLUMNS = Map.of(
            "name", "account",
            "store.platform", "platform",
            "store.shopId", "shopId",
            "store.shopName", "shopName",
            "days", "--days");

    private final AdminClient client;
    private final long application;
    private final int days;
    private final String run;

    MerchantSteps(AdminClient client, long application, int days, String run) {
        this.client = client;
        this.application = application;
        this.days = days;
        this.run = run;
    }

    record Made(JsonNode thing, boolean isNew) {
        long id(String field) {
            return thing.path(field).asLong();
        }
    }

    /// The server's refusal of a line, which may name several fields.
    static final class RefusedLine extends Exception {
        private static final long serialVersionUID = 1L;

        private final transient JsonNode failure;

        private RefusedLine(JsonNode failure) {
            super(null, null, false, false);
            this.failure = failure;
        }

        Stream<RejectedLine> rejects(long line) {
            var errors = failure.path("errors");
            return errors.isEmpty()
                    ? Stream.of(rejected(line, failure))
                    : errors.valueStream().map(error -> rejected(line, error));
        }

        private static RejectedLine rejected(long line, JsonNode error) {
            var at = error.path("at").asString("");
            return new RejectedLine(
                    line,
                    COLUMNS.getOrDefault(at, at),
                    Text.plain(error.path("msg").asString("")));
        }
    }

    /// Fails if the store's short name belongs to a merchant of another name, so that a typing error issues no
    /// token for another merchant.
    Made merchant(Line line, Consumer<String> waiting) throws BadCell, RefusedLine {
        var storeUrl = line.cell("storeUrl");
        var merchant = body().put("storeUrl", storeUrl)
                .put("storeName", line.cell("storeName"))
                .put("openCatalogue", line.cell(MerchantFile.OPEN).equals("true"));
        var answer = post("/merchants", merchant, key(line, "merchant"), waiting);
        if (answer.isPresent()) {
            return new Made(answer.get(), true);
        }
        var found = client.get("/merchants", Map.of("storeUrl", storeUrl))
                .json()
                .path("items")
                .path(0);
        if (!found.path("storeName").asString("").equals(line.cell("storeName"))) {
            throw new BadCell(
                    "storeUrl",
                    "%s is merchant %s, %s (expected: the storeName of that merchant, or another storeUrl)"
                            .formatted(
                                    Text.plain(storeUrl),
                                    found.path("merchantId").asString("?"),
                                    Text.plain(found.path("storeName").asString("?"))));
        }
        return new Made(found, false);
    }

    Made account(Line line, Made merchant, Consumer<String> waiting) throws BadCell, RefusedLine {
        var accounts = "/merchants/%d/accounts".formatted(merchant.id("merchantId"));
        if (!merchant.isNew) {
            var there = find(accounts, line);
            if (there.isPresent()) {
                return new Made(there.get(), false);
            }
        }
        var account = body().put("name", line.cell("account"));
        account.putObject("store")
                .put("platform", line.cell("platform"))
                .put("shopId", line.cell("shopId"))
                .put("shopName", line.cell("shopName"));
        var answer = post(accounts, account, key(line, "account"), waiting);
        return answer.isPresent()
                ? new Made(answer.get(), true)
                : new Made(find(accounts, line).orElseThrow(), true);
    }

    private Optional<JsonNode> find(String accounts, Line line) throws BadCell {
        for (var account : client.get(accounts, Map.of("limit", "1000")).json().path("items")) {
            if (account.path("name").asString().equals(line.cell("account"))) {
                var store = account.path("store");
                var bound = store.path("platform").asString() + " "
                        + store.path("shopId").asString();
                if (!bound.equals(line.cell("platform") + " " + line.cell("shopId"))) {
                    throw new BadCell(
                            "account",
                            "%s is bound to %s (expected: that platform and shopId, or another account)"
                                    .formatted(Text.plain(line.cell("account")), Text.plain(bound)));
                }
                return Optional.of(account);
            }
        }
        return Optional.empty();
    }

    boolean hasToken(Made account) {
        var tokens = client.get(
                        "/tokens",
                        Map.of(
                                "application", Long.toString(application),
                                "merchant", Long.toString(account.id("merchantId")),
                                "limit", "1000"))
                .json();
        return tokens.path("items")
                .valueStream()
                .anyMatch(token -> token.path("accountId").asLong() == account.id("accountId")
                        && token.path("state").asString().equals("active"));
    }

    TokensFile.Issued token(Line line, Made account, Consumer<String> waiting) throws RefusedLine {
        var token = body().put("applicationId", application)
                .put("merchantId", account.id("merchantId"))
                .put("accountId", account.id("accountId"))
                .put("days", days);
        var answer = post("/tokens", token, key(line, "token"), waiting);
        if (answer.isEmpty()) {
            // a token was issued earlier, and the server no longer has the response
            answer = post("/tokens", token, UUID.randomUUID().toString(), waiting);
        }
        var issued = answer.orElseThrow();
        return new TokensFile.Issued(
                line, issued, new Secret(issued.path("accesstoken").asString()));
    }

    private String key(Line line, String step) {
        return "%s-%d-%s".formatted(run, line.number(), step);
    }

    /// Returns nothing if it exists already.
    private Optional<JsonNode> post(String path, ObjectNode body, String key, Consumer<String> waiting)
            throws RefusedLine {
        var answer = client.attempt(path, body, key, waiting);
        return switch (answer.status()) {
            case 400 -> throw new RefusedLine(answer.body());
            case 409 -> Optional.empty();
            default -> Optional.of(answer.body());
        };
    }
}
