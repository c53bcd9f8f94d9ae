package stockroom.cli.importing;

import java.io.IOException;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import stockroom.cli.shell.ExitCode;
import stockroom.cli.shell.Shell;

@Command(
        name = "template",
        description = "Writes an example file for: stockroom merchant import.",
        footer = "  stockroom merchant template --output merchants.csv")
public final class MerchantTemplateCommand implements Callable<Integer> {
    @Mixin
    private final OutputOptions to;

    MerchantTemplateCommand(Shell shell) {
        this.to = new OutputOptions(shell);
    }

    @Override
    public Integer call() throws IOException {
        to.write(Template.ofMerchants());
        return ExitCode.DONE;
    }
}
