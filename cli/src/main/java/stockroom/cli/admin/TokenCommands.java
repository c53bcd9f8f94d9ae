package stockroom.cli.admin;

import static stockroom.cli.connect.AdminOptions.body;

import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import stockroom.cli.connect.AdminOptions;
import stockroom.cli.connect.Deadline;
import stockroom.cli.connect.ListOptions;
import stockroom.cli.connect.MerchantFilter;
import stockroom.cli.connect.MerchantParameter;
import stockroom.cli.connect.Query;
import stockroom.cli.shell.CommandFailure;
import stockroom.cli.show.Column;

@Command(
        name = "token",
        description = {
            "Access tokens: each lets one application act for one account.",
            "",
            "The id of a token is the first 16 hex digits of its SHA-256:",
            "  printf %%s TOKEN | sha256sum | cut -c 1-16"
        },
        footer = "  stockroom token issue northgate 1 --application 10001")
public final class TokenCommands {
    enum State {
        active,
        expired,
        revoked
    }

    @Command(
            name = "issue",
            description = "Issues a token for an application to act for an account, and shows it once.",
            footer = "  stockroom token issue northgate 1 --application 10001 --days 90")
    void issue(
            @Mixin AdminOptions admin,
            @Mixin MerchantParameter merchant,
            @Parameters(index = "1", paramLabel = "ACCOUNT", description = "The account's id.") long account,
            @Option(
                            names = "--application",
                            paramLabel = "APPLICATION",
                            required = true,
                            description = "The application's id.")
                    long application,
            @Option(
                            names = "--days",
                            paramLabel = "N",
                            defaultValue = "90",
                            description = "Days until the token expires (default: ${DEFAULT-VALUE}).")
                    int days) {
        var token = body().put("applicationId", application)
                .put("accountId", account)
                .put("days", days);
        admin.showOnce("token", client -> client.post("/tokens", token.put("merchantId", merchant.id(client))));
    }

    @Command(
            name = "list",
            description = "Lists access tokens. The tokens themselves are never shown.",
            footer = {"  stockroom token list northgate --state active", "  stockroom token list --expires-before 14d"})
    void list(
            @Mixin ListOptions list,
            @Mixin MerchantFilter merchant,
            @Option(
                            names = "--search",
                            paramLabel = "TEXT",
                            description =
                                    "Only tokens whose id begins with TEXT, or whose application's name contains it.")
                    @Nullable
                    String search,
            @Option(
                            names = "--state",
                            paramLabel = "STATE",
                            description = "Only tokens in this state: ${COMPLETION-CANDIDATES}.")
                    @Nullable
                    State state,
            @Option(
                            names = "--application",
                            paramLabel = "APPLICATION",
                            description = "Only tokens of this application.")
                    @Nullable
                    Long application,
            @Option(names = "--expires-before", paramLabel = "TIME", description = Deadline.EXPIRES_BEFORE) @Nullable
                    Deadline expiresBefore) {
        list.whenEmpty("There are no tokens. Issue one:\n  stockroom token issue MERCHANT ACCOUNT --application N")
                .list(
                        client -> Query.of("/tokens")
                                .with("application", application)
                                .with("merchant", merchant.id(client))
                                .with("search", search)
                                .with("state", state)
                                .with("expiresBefore", expiresBefore),
                        Column.word("TOKEN", "tokenId"),
                        Column.number("APPLICATION", "applicationId"),
                        Column.number("MERCHANT", "merchantId"),
                        Column.number("ACCOUNT", "accountId"),
                        Column.word("STATE", "state"),
                        Column.time("EXPIRES", "expiresAt"),
                        Column.time("LAST USED", "lastUsedAt"));
    }

    @Command(name = "show", description = "Shows one token.", footer = "  stockroom token show 5f2b8e0c9a7d4431")
    void show(
            @Mixin AdminOptions admin,
            @Parameters(paramLabel = "TOKEN", description = "The token's id: 16 hex digits, not the token itself.")
                    String token) {
        admin.show(client -> client.get(path(token)));
    }

    @Command(
            name = "renew",
            description = {
                "Changes when a token, or all active tokens of an application, expire. An expired token can be "
                        + "renewed, a revoked one cannot."
            },
            footer = {
                "  stockroom token renew 5f2b8e0c9a7d4431 --days 90",
                "  stockroom token renew --application 10001 --expires-before 14d"
            })
    void renew(
            @Mixin AdminOptions admin,
            @Parameters(
                            arity = "0..1",
                            paramLabel = "TOKEN",
                            description = "The token's id: 16 hex digits, not the token itself.")
                    @Nullable
                    String token,
            @Mixin TokenRenewal ofApplication,
            @Option(
                            names = "--days",
                            paramLabel = "N",
                            defaultValue = "90",
                            description = "Days from now until the token expires (default: ${DEFAULT-VALUE}).")
                    int days) {
        if (ofApplication.isAsked() == (token != null)) {
            throw CommandFailure.usage("which token? (expected: either TOKEN or --application)");
        }
        var renewal = body().put("days", days);
        if (token == null) {
            ofApplication.run(admin, renewal);
        } else {
            admin.show(client -> client.patch(path(token), renewal));
        }
    }

    @Command(
            name = "revoke",
            description = "Revokes a token permanently.",
            footer = "  stockroom token revoke 5f2b8e0c9a7d4431")
    void revoke(
            @Mixin AdminOptions admin,
            @Parameters(paramLabel = "TOKEN", description = "The token's id: 16 hex digits, not the token itself.")
                    String token) {
        admin.show(client -> client.delete(path(token)));
    }

    private static String path(String token) {
        return "/tokens/" + HexId.of("token", token);
    }
}
