package stockroom.cli;

import picocli.AutoComplete;
import picocli.CommandLine.Command;
import stockroom.cli.connect.MerchantNames;
import stockroom.cli.connect.ProfileNames;
import stockroom.cli.shell.Shell;

@Command(
        name = "completion",
        description = "Prints a script that lets bash and zsh complete commands, options, files, profiles and "
                + "merchants.",
        footer = "  source <(stockroom completion)")
final class CompletionCommand implements Runnable {
    private final Shell shell;

    CompletionCommand(Shell shell) {
        this.shell = shell;
    }

    @Override
    public void run() {
        var script = AutoComplete.bash("stockroom", Main.commandLine(shell))
                .replace('"' + ProfileNames.PLACE + '"', "$(_stockroom_profiles)")
                .replace('"' + MerchantNames.PLACE + '"', "$(_stockroom_merchants)");
        shell.out().println(script);
        shell.out().print(ProfileNames.LOOK_UP + MerchantNames.LOOK_UP);
    }
}
