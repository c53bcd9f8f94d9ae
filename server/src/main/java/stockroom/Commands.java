package stockroom;

import java.io.IOException;
import java.nio.file.Path;
import java.util.function.Supplier;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.OptionSpec;
import picocli.CommandLine.Parameters;
import stockroom.commands.AfterRestoreCommand;
import stockroom.commands.ArchiveAuditCommand;
import stockroom.commands.CreateKeysetCommand;
import stockroom.commands.CreateOperatorKeyCommand;
import stockroom.commands.DistributeCommand;
import stockroom.commands.GenerateCommand;
import stockroom.commands.MigrateCommand;
import stockroom.commands.Mistakes;
import stockroom.commands.RevivedCommand;
import stockroom.commands.RotateKeysetCommand;
import stockroom.config.Settings;
import stockroom.http.Version;

/// Runs the commands of `stockroom-server` that do not serve.
@Command(
        name = "stockroom-server",
        description = {
            "Without a command, runs the server with the settings of docs/settings.md.",
            "",
            "Commands other than demo read the settings of an installed server in /etc/stockroom, unless "
                    + "STOCKROOM_SETTINGS or STOCKROOM_DATABASE_URL is set."
        },
        synopsisSubcommandLabel = "[COMMAND]",
        exitCodeListHeading = "%nExit codes:%n",
        exitCodeList = {"0:Done.", "1:Failed, as the message says.", "2:The command or a setting is not valid."})
final class Commands {
    private static final int COLUMNS = 80;

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
        commands.getCommandSpec()
                .version("stockroom-server " + Version.number())
                .addOption(OptionSpec.builder("-V", "--version")
                        .versionHelp(true)
                        .description("Shows the version.")
                        .build());
        addHelp(commands);
        return commands.setUsageHelpWidth(COLUMNS)
                .setCaseInsensitiveEnumValuesAllowed(true)
                .setParameterExceptionHandler(Mistakes::print)
                .setExecutionExceptionHandler(
                        (failure, command, _) -> Main.failed(command.getCommandName() + " failed", failure));
    }

    private static void addHelp(CommandLine command) {
        command.getCommandSpec()
                .addOption(OptionSpec.builder("-h", "--help")
                        .usageHelp(true)
                        .description("Shows this help.")
                        .build())
                .usageMessage()
                .parameterListHeading("%n")
                .optionListHeading("%n")
                .commandListHeading("%nCommands:%n");
        command.getSubcommands().values().forEach(Commands::addHelp);
    }

    @Command(
            name = "demo",
            description = "Runs the server with demonstration data; without database.url, on its own database.")
    void demo(@Parameters(paramLabel = "DIRECTORY", description = "The folder to write demo.json to.") Path directory)
            throws IOException {
        Main.serveDemo(directory);
    }
}
