package stockroom.cli;

import picocli.AutoComplete;
import picocli.CommandLine.Command;
import stockroom.cli.connect.ProfileNames;
import stockroom.cli.shell.Shell;

@Command(
        name = "completion",
        description = "Prints a script that lets bash and zsh complete commands, options, files and profiles.",
        footer = "  source <(stockroom completion)")
final class CompletionCommand implements Runnable {
    private final Shell shell;

    CompletionCommand(Shell shell) {
        this.shell = shell;
    }

    @Override
    public void run() {
        var script = AutoComplete.bash("stockroom", Main.commandLine(shell))
                .replace('"' + ProfileNames.PLACE + '"', "$(_stockroom_profiles)");
        shell.out().println(script);
        shell.out().print(ProfileNames.LOOK_UP);
    }
}
