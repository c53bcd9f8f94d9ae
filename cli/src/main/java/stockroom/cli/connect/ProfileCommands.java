package stockroom.cli.connect;

import java.util.ArrayList;
import java.util.List;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import stockroom.cli.shell.CommandFailure;
import stockroom.cli.shell.ExitCode;
import stockroom.cli.shell.Shell;
import stockroom.cli.show.Column;
import stockroom.cli.show.Values;
import tools.jackson.databind.JsonNode;

@Command(
        name = "profile",
        description = {
            "Profiles: named connections, each an address and an operator key.",
            "",
            "They are stored in ~/.config/stockroom/profiles.properties, which only you can read. A command uses "
                    + "--profile if it is given; else STOCKROOM_CLI_ADDRESS and STOCKROOM_CLI_KEY; else the "
                    + "profile that STOCKROOM_CLI_PROFILE names; else the profile named default, or the only profile."
        },
        footer = "  stockroom profile set default --address http://127.0.0.1:9080")
public final class ProfileCommands {
    private final Shell shell;

    ProfileCommands(Shell shell) {
        this.shell = shell;
    }

    @Command(
            name = "set",
            description = {
                "Adds or replaces a profile after checking its key with the server.",
                "The key is asked for at a terminal, and read from standard input otherwise."
            },
            footer = {
                "  stockroom profile set default --address http://127.0.0.1:9080",
                "  stockroom profile set north --address https://north.example < key.txt"
            })
    void set(
            @Parameters(paramLabel = "NAME", description = "The profile's name.") String name,
            @Option(
                            names = "--address",
                            paramLabel = "URL",
                            required = true,
                            description = "Address of the admin API, such as http://127.0.0.1:9080.")
                    String address) {
        Profiles.name(name);
        var where = Connection.address(address);
        var key = shell.readSecret("Operator's key for " + where + ": ").stripped();
        var connection = new Connection(where, key);
        var tried = tried(connection);
        Profiles.of(shell).put(name, connection);
        if (Connection.isExposed(where)) {
            shell.err().println("Take care: over http:// the key is sent unencrypted; use https:// or a tunnel.");
        }
        shell.err().println("Kept as " + name + " in " + Profiles.of(shell).file());
        shell.err().println(tried);
    }

    /// Checks the key with the server. A refusal ends the command, so the key is not stored.
    private static String tried(Connection connection) {
        try (var client = new AdminClient(connection)) {
            var key = client.getOnce("/whoami").json();
            return "The server accepts it: key %s (%s), scope %s, until %s"
                    .formatted(Values.each(key, "keyId", "name", "scope", "expiresAt"));
        } catch (CommandFailure e) {
            if (e.exitCode() == ExitCode.UNREACHABLE) {
                return "It could not be checked: " + e.getMessage();
            }
            throw new CommandFailure(e.exitCode(), e.getMessage() + "\nThe profile was not kept.");
        }
    }

    @Command(
            name = "list",
            description = "Lists the profiles. Their keys are never shown.",
            footer = "  stockroom profile list")
    void list(@Mixin FormatOptions format, @Mixin TableOptions table) {
        List<JsonNode> rows = new ArrayList<>();
        Profiles.of(shell)
                .all()
                .forEach((name, profile) -> rows.add(AdminOptions.body()
                        .put("name", name)
                        .put("address", profile.address().orElse(null))
                        .put("hasKey", profile.key().isPresent())));
        var columns =
                List.of(Column.word("NAME", "name"), Column.text("ADDRESS", "address"), Column.word("KEY", "hasKey"));
        var list = table.rows(shell, format, columns);
        list.print(rows);
        list.end();
        if (rows.isEmpty() && !format.isJson() && !format.isCsv()) {
            shell.err().println("There are no profiles. Add one:\n  stockroom profile set default --address URL");
        }
    }

    @Command(
            name = "remove",
            description = "Removes a profile. Its key stays valid until it is revoked.",
            footer = "  stockroom profile remove north")
    void remove(
            @Parameters(paramLabel = "NAME", completionCandidates = ProfileNames.class, description = "The profile.")
                    String name) {
        Profiles.of(shell).remove(name);
        shell.err().println("Removed " + name);
    }
}
