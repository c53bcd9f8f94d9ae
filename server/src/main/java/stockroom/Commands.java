package stockroom;

import java.io.IOException;
import java.nio.file.Path;
import java.util.function.Supplier;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.ScopeType;
import picocli.CommandLine.UnmatchedArgumentException;
import stockroom.commands.AfterRestoreCommand;
import stockroom.commands.ArchiveAuditCommand;
import stockroom.commands.CreateKeysetCommand;
import stockroom.commands.CreateOperatorKeyCommand;
import stockroom.commands.DistributeCommand;
import stockroom.commands.GenerateCommand;
import stockroom.commands.MigrateCommand;
import stockroom.commands.RevivedCommand;
import stockroom.commands.RotateKeysetCommand;
import stockroom.config.Settings;
import stockroom.http.Version;

/// Runs the commands of `stockroom-server` that do not serve.
@Command(
        name = "stockroom-server",
        description = {
            "Without a command: serves, with the settings of docs/settings.md.",
            "",
            "Commands other than demo find the settings of an installed server in /etc/stockroom, unless STOCKROOM_SETTINGS or "
                    + "STOCKROOM_DATABASE_URL is set."
        },
        synopsisHeading = "usage: ",
        synopsisSubcommandLabel = "[COMMAND]",
        parameterListHeading = "%n",
        optionListHeading = "%n",
        commandListHeading = "%nCommands:%n",
        mixinStandardHelpOptions = true,
        scope = ScopeType.INHERIT)
final class Commands {
    private static final int COLUMNS = 100;

    static int run(String[] arguments) {
        return commandLine(Main::settingsOfCommand).execute(arguments);
    }

    static CommandLine commandLine(Supplier<Settings> settings) {
        var commands = new CommandLine(new Commands())
                .addSubcommand(new CreateKeysetCommand())
                .addSubcommand(new RotateKeysetCommand(settings))
                .addSubcommand(new CreateOperatorKeyCommand(settings))
                .addSubcommand(new MigrateCommand(settings))
                .addSubcommand(new DistributeCommand(settings))
                .addSubcommand(new AfterRestoreCommand(settings))
                .addSubcommand(new RevivedCommand(settings))
                .addSubcommand(new ArchiveAuditCommand(settings))
                .addSubcommand(new GenerateCommand(settings));
        commands.getCommandSpec().version("stockroom-server " + Version.number());
        return commands.setUsageHelpWidth(COLUMNS)
                .setCaseInsensitiveEnumValuesAllowed(true)
                .setParameterExceptionHandler(Commands::typedWrongly)
                .setExecutionExceptionHandler(
                        (failure, command, _) -> Main.failed(command.getCommandName() + " failed", failure));
    }

    @Command(
            name = "demo",
            description = "Serves with demonstration data; without database.url, on a database of its own.")
    void demo(@Parameters(paramLabel = "DIRECTORY", description = "Where demo.json is written.") Path directory)
            throws IOException {
        Main.serveDemo(directory);
    }

    private static int typedWrongly(ParameterException mistake, String[] arguments) {
        var command = mistake.getCommandLine();
        var err = command.getErr();
        err.println("stockroom-server: " + mistake.getMessage());
        UnmatchedArgumentException.printSuggestions(mistake, err);
        err.println("See: " + command.getCommandSpec().qualifiedName() + " --help");
        return CommandLine.ExitCode.USAGE;
    }
}
