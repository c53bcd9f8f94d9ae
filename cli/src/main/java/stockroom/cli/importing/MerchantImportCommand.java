package stockroom.cli.importing;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import stockroom.cli.connect.AdminOptions;
import stockroom.cli.importing.MerchantCheckpoint.Subject;
import stockroom.cli.shell.CommandFailure;
import stockroom.cli.shell.Shell;
import stockroom.cli.transfer.Checkpoint;
import stockroom.cli.transfer.RejectedLinesFile;
import stockroom.cli.transfer.SingleRun;

@Command(
        name = "import",
        description = {
            "Adds merchants from a CSV file, each with an account and an access token.",
            "",
            "The file has a header with storeUrl, storeName, account, platform, shopId, shopName and optionally "
                    + "openCatalogue (true or false), in any order. An example file: stockroom merchant template.",
            "",
            "The tokens are written to a new file that only you can read, with the ids of merchant and account. They "
                    + "are not shown anywhere else.",
            "",
            "An existing merchant or account stays as it is, and an account that has an active token of "
                    + "the application gets no new one. Lines that are refused are left out and listed in "
                    + "FILE.rejects.csv. If the import is interrupted, the same command resumes where it stopped: "
                    + "FILE.progress keeps the position."
        },
        footer = "  stockroom merchant import merchants.csv --application 10001 --tokens tokens.csv")
public final class MerchantImportCommand implements Callable<Integer> {
    @Mixin
    private final AdminOptions admin;

    @Parameters(paramLabel = "FILE", description = "The CSV file, in UTF-8.")
    @SuppressWarnings("NullAway.Init")
    private Path file;

    @Option(
            names = "--application",
            paramLabel = "APPLICATION",
            required = true,
            description = "The id of the application that the tokens are for.")
    private long application;

    @Option(
            names = "--tokens",
            paramLabel = "FILE",
            required = true,
            description = "The new file that the tokens are written to.")
    @SuppressWarnings("NullAway.Init")
    private Path tokens;

    @Option(
            names = "--days",
            paramLabel = "N",
            defaultValue = "90",
            description = "Days until the tokens expire (default: ${DEFAULT-VALUE}).")
    private int days;

    @Option(names = "--rejects", paramLabel = "FILE", description = "The file that lists rejected lines.")
    private @Nullable Path rejects;

    @Option(names = "--restart", description = "Starts over instead of resuming.")
    private boolean restart;

    MerchantImportCommand(Shell shell) {
        this.admin = new AdminOptions(shell);
    }

    @Override
    public Integer call() throws IOException {
        var rejectsPath = rejects == null ? file.resolveSibling(file.getFileName() + ".rejects.csv") : rejects;
        var progress = Checkpoint.pathFor(file);
        try (var client = admin.client();
                var in = Files.newInputStream(file);
                var _ = SingleRun.of(file)) {
            // fails for a wrong key or application before anything is created
            client.get("/applications/" + application);
            var subject = new Subject(
                    Files.size(file),
                    Files.getLastModifiedTime(file).toMillis(),
                    application,
                    days,
                    client.address().toString(),
                    Checkpoint.absolute(rejectsPath),
                    Checkpoint.absolute(tokens));
            if (restart) {
                Files.deleteIfExists(progress);
            }
            var content = MerchantFile.read(in);
            var found = MerchantCheckpoint.read(progress, subject);
            var begin = found.orElseGet(() -> MerchantCheckpoint.begin(subject));
            var rejected = RejectedLinesFile.open(rejectsPath, begin.rejectsLength());
            try (var issued = TokensFile.open(tokens, begin.tokensLength())) {
                var steps = new MerchantSteps(client, application, days, begin.run());
                var files = new MerchantImport.Files(content, rejected, issued, progress);
                int code = new MerchantImport(admin, steps, files, begin).run();
                Files.deleteIfExists(progress);
                return code;
            }
        } catch (NoSuchFileException e) {
            throw CommandFailure.usage("there is no file " + e.getFile());
        }
    }
}
