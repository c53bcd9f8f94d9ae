package stockroom.cli;

import picocli.AutoComplete;
import picocli.CommandLine;
import picocli.CommandLine.Command;

/// The `stockroom` command.
@Command(
        name = "stockroom",
        mixinStandardHelpOptions = true,
        synopsisSubcommandLabel = "COMMAND",
        subcommands = {AutoComplete.GenerateCompletion.class, CommandLine.HelpCommand.class})
public final class Main {
    private Main() {}

    public static void main(String[] arguments) {
        System.exit(new CommandLine(new Main()).execute(arguments));
    }
}
