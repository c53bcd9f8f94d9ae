package stockroom.cli.exporting;

import java.io.IOException;
import java.nio.file.Path;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import stockroom.cli.connect.ConnectOptions;
import stockroom.cli.connect.MerchantParameter;
import stockroom.cli.shell.CommandFailure;
import stockroom.cli.shell.ExitCode;
import stockroom.cli.shell.OnInterrupt;
import stockroom.cli.shell.Shell;
import stockroom.cli.show.Details;
import stockroom.cli.show.Values;
import stockroom.cli.transfer.SingleRun;

@Command(
        name = "export",
        description = {
            "Writes all data of a merchant to a folder: accounts, tokens without their secrets, limits, products, "
                    + "stock, pushes with their changes, fetched products, usage, failed calls and audit entries.",
            "",
            "Suspend the merchant first, so that nothing changes meanwhile. If the export is interrupted, the same "
                    + "command resumes where it stopped. The export is complete when the folder has a manifest.json."
        },
        footer = "  stockroom merchant export northgate --output northgate")
public final class MerchantExportCommand implements Callable<Integer> {
    @Mixin
    private final ConnectOptions connect;

    @Mixin
    private final MerchantParameter merchant = new MerchantParameter();

    @Option(
            names = "--output",
            paramLabel = "FOLDER",
            required = true,
            description = "The folder to write to; it is created if it is missing.")
    @SuppressWarnings("NullAway.Init")
    private Path folder;

    @Option(names = "--dry-run", description = "Shows how much would be written, and writes nothing.")
    private boolean dryRun;

    MerchantExportCommand(Shell shell) {
        this.connect = new ConnectOptions(shell);
    }

    @Override
    public Integer call() throws IOException {
        var shell = connect.shell();
        try (var client = connect.client()) {
            long id = merchant.id(client);
            var contents = client.get("/merchants/%d/contents".formatted(id)).json();
            if (!contents.path("state").asString().equals("kept")) {
                throw CommandFailure.refused("merchant %d is deleted", id);
            }
            if (dryRun) {
                Details.print(shell.screen(), contents);
                return ExitCode.DONE;
            }
            try (var _ = SingleRun.of(folder.toAbsolutePath());
                    var _ = new OnInterrupt(shell, () -> "The same command resumes where it stopped.")) {
                long lines = new MerchantExport(shell, client, id, folder).run(contents);
                shell.screen().say("%s lines of merchant %d are in %s".formatted(Values.count(lines), id, folder));
            }
        }
        return ExitCode.DONE;
    }
}
