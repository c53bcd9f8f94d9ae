package stockroom.cli;

import picocli.AutoComplete;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Spec;
import stockroom.cli.shell.Shell;

@Command(
        name = "completion",
        description = "Prints a script that lets bash and zsh complete commands and options.",
        footer = {"", "Example:", "  source <(stockroom completion)"})
final class CompletionCommand implements Runnable {
    private final Shell shell;

    @Spec
    @SuppressWarnings("NullAway.Init")
    private CommandSpec spec;

    CompletionCommand(Shell shell) {
        this.shell = shell;
    }

    @Override
    public void run() {
        shell.out().println(AutoComplete.bash("stockroom", spec.root().commandLine()));
    }
}
