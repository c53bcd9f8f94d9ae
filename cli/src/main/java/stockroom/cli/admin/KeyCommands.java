package stockroom.cli.admin;

import static stockroom.cli.connect.AdminOptions.body;

import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import stockroom.cli.connect.AdminOptions;
import stockroom.cli.connect.ListOptions;
import stockroom.cli.show.Column;

@Command(
        name = "key",
        description = "Operator keys, which give access to the admin API.",
        footer = "  stockroom key list")
public final class KeyCommands {
    enum Scope {
        read,
        support,
        write,
        keys
    }

    @Command(
            name = "create",
            description = "Creates a key and shows it once.",
            footer = "  stockroom key create console --scope read --days 90")
    void create(
            @Mixin AdminOptions admin,
            @Parameters(paramLabel = "NAME", description = "The name of its user, which the audit log shows.")
                    String name,
            @Option(
                            names = "--scope",
                            paramLabel = "SCOPE",
                            required = true,
                            description = "The scope: ${COMPLETION-CANDIDATES}; each includes those before it.")
                    Scope scope,
            @Option(
                            names = "--days",
                            paramLabel = "N",
                            defaultValue = "365",
                            description = "Days until the key expires (default: ${DEFAULT-VALUE}).")
                    int days) {
        var key = body().put("name", name).put("scope", scope.name()).put("days", days);
        admin.showOnce("key", client -> client.post("/operator-keys", key));
    }

    @Command(
            name = "list",
            description = "Lists the keys, newest first. The keys themselves are never shown.",
            footer = "  stockroom key list")
    void list(@Mixin ListOptions list) {
        list.whenEmpty("There are no keys. Create one:\n  stockroom key create NAME --scope SCOPE")
                .list(
                        "/operator-keys",
                        Column.number("KEY", "keyId"),
                        Column.text("NAME", "name"),
                        Column.word("SCOPE", "scope"),
                        Column.word("STATE", "state"),
                        Column.time("CREATED", "createdAt"),
                        Column.time("EXPIRES", "expiresAt"),
                        Column.time("LAST USED", "lastUsedAt"));
    }

    @Command(
            name = "revoke",
            description = "Revokes a key immediately and permanently.",
            footer = "  stockroom key revoke 3")
    void revoke(
            @Mixin AdminOptions admin,
            @Parameters(paramLabel = "KEY", description = "The key's number in the list.") long key) {
        admin.show(client -> client.delete("/operator-keys/" + key));
    }
}
