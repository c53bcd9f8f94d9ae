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
import stockroom.cli.connect.MerchantName;
import stockroom.cli.connect.Query;
import stockroom.cli.shell.CommandFailure;
import stockroom.cli.show.Column;

@Command(
        name = "token",
        description = {
            "Access tokens: each lets one application act for one account.",
            "",
            "Whoever has a token finds its id as the first 16 hex digits of its SHA-256:",
            "  printf %%s TOKEN | sha256sum | cut -c 1-16"
        },
        footer = "  stockroom token issue --application 10001 --merchant 1 --account 1")
public final class TokenCommands {
    @Command(
            name = "issue",
            description = "Lets an application act for an account; the token is shown this once.",
            footer = "  stockroom token issue --application 10001 --merchant 1 --account 1 --days 90")
    void issue(
            @Mixin AdminOptions admin,
            @Option(
                            names = "--application",
                            paramLabel = "APPLICATION",
                            required = true,
                            description = "The application's id.")
                    long application,
            @Option(
                            names = "--merchant",
                            paramLabel = "MERCHANT",
                            required = true,
                            description = "The merchant's id or store name.")
                    MerchantName merchant,
            @Option(names = "--account", paramLabel = "ACCOUNT", required = true, description = "The account's id.")
                    long account,
            @Option(
                            names = "--days",
                            paramLabel = "N",
                            defaultValue = "90",
                            description = "How long it lives (default: ${DEFAULT-VALUE}).")
                    int days) {
        var token = body().put("applicationId", application)
                .put("accountId", account)
                .put("days", days);
        admin.showOnce("token", client -> client.post("/tokens", token.put("merchantId", merchant.id(client))));
    }

    @Command(
            name = "list",
            description = "Lists access tokens; never the tokens themselves.",
            footer = {"  stockroom token list --merchant 1", "  stockroom token list --expires-before 14d"})
    void list(
            @Mixin ListOptions list,
            @Option(
                            names = "--application",
                            paramLabel = "APPLICATION",
                            description = "Only those of this application.")
                    @Nullable
                    Long application,
            @Option(
                            names = "--merchant",
                            paramLabel = "MERCHANT",
                            description = "Only those of this merchant: its id or store name.")
                    @Nullable
                    MerchantName merchant,
            @Option(names = "--expires-before", paramLabel = "TIME", description = Deadline.EXPIRES_BEFORE) @Nullable
                    Deadline expiresBefore) {
        list.list(
                client -> Query.of("/tokens")
                        .with("application", application)
                        .with("merchant", MerchantName.idOf(merchant, client))
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
                "Makes a token expire this many days from now, even an expired one; or all active tokens of an "
                        + "application. A revoked token stays revoked."
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
                            description = "How long from now (default: ${DEFAULT-VALUE}).")
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
            description = "Revokes a token for good.",
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
