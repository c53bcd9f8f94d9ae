package stockroom.cli.push;

import java.io.IOException;
import java.nio.channels.Channels;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import stockroom.cli.connect.CallOptions;
import stockroom.cli.connect.Connection;
import stockroom.cli.doctor.Credentials;
import stockroom.cli.shell.CommandFailure;
import stockroom.cli.shell.Secret;
import stockroom.cli.shell.Shell;
import stockroom.cli.shell.TokenHash;
import stockroom.cli.transfer.Checkpoint;
import stockroom.cli.transfer.RejectedLinesFile;
import stockroom.cli.transfer.SingleRun;
import stockroom.client.StockroomClient;

@Command(
        name = "push",
        description = {
            "Sets stock from a CSV file through the merchant API, as a merchant's program would.",
            "",
            "The file has a header with productId (or artNo, the item number), color, size, stock and optionally "
                    + "barCode, in any order; a size is n or a range n-m. The command sends one request every two "
                    + "seconds, each of up to 300 colours. Colours with a size that is sold out (stock 0) come first. "
                    + "Setting the same stock twice changes nothing.",
            "",
            "Invalid lines and lines of unknown products are left out and listed in FILE.rejects.csv, or for "
                    + "a dry run in FILE.dry-run.rejects.csv. If the push is interrupted, the same command "
                    + "resumes where it stopped: FILE.progress keeps the position.",
            "",
            "The application's secret and the access token are read from STOCKROOM_CLI_SECRET and STOCKROOM_CLI_TOKEN; "
                    + "otherwise they are asked for."
        },
        footer = {
            "  stockroom stock push stock.csv --appid 10001 --url http://127.0.0.1:8080",
            "  zcat stock.csv.gz | stockroom stock push - --appid 10001"
        })
public final class StockPushCommand implements Callable<Integer> {
    private static final Path STANDARD_INPUT = Path.of("-");

    private final Shell shell;

    @Parameters(paramLabel = "FILE", description = "The CSV file, in UTF-8; - reads standard input.")
    @SuppressWarnings("NullAway.Init")
    private Path file;

    @Mixin
    private final CallOptions to = new CallOptions();

    @Option(
            names = "--dry-run",
            description = "Writes nothing: this command checks the file, and the server checks each request. That "
                    + "takes as long as writing, because the rate limit applies to checks too.")
    private boolean dryRun;

    @Option(
            names = "--reference",
            paramLabel = "TEXT",
            description = "A note kept with each push of stock: up to 64 characters, such as a delivery number.")
    private @Nullable String reference;

    @Option(names = "--rejects", paramLabel = "FILE", description = "The file that lists rejected lines.")
    private @Nullable Path rejects;

    @Option(names = "--restart", description = "Starts over instead of resuming.")
    private boolean restart;

    StockPushCommand(Shell shell) {
        this.shell = shell;
    }

    @Override
    public Integer call() throws IOException {
        var address =
                Connection.address("--url", to.url(), "http://127.0.0.1:8080").toString();
        if (file.equals(STANDARD_INPUT)) {
            refusePromptsOnStandardInput();
        }
        var credentials = new Credentials(shell);
        var secret = credentials.secret().stripped();
        var token = credentials
                .token()
                .map(Secret::stripped)
                .orElseThrow(
                        () -> CommandFailure.usage("no access token (expected: in STOCKROOM_CLI_TOKEN, or typed)"));
        var push = new StockPush(shell, to.isJson(), dryRun, reference);
        try (var client = client(address, secret, token, push)) {
            return file.equals(STANDARD_INPUT) ? ofStandardInput(push, client) : ofFile(push, client, address, token);
        } catch (OutOfMemoryError e) {
            throw CommandFailure.refused(
                    "%s is more stock than this command has memory for; push it in several files of up to 300,000 entries",
                    file);
        }
    }

    /// Refuses because a line of the stock would be read as the secret.
    private void refusePromptsOnStandardInput() {
        if (shell.secret("STOCKROOM_CLI_SECRET").isEmpty()
                || shell.secret("STOCKROOM_CLI_TOKEN").isEmpty()) {
            throw CommandFailure.usage("standard input is the stock: set STOCKROOM_CLI_SECRET and STOCKROOM_CLI_TOKEN");
        }
    }

    private StockroomClient client(String address, Secret secret, Secret token, StockPush push) {
        try {
            return StockroomClient.builder()
                    .address(address)
                    .appid(Long.toString(to.appid()))
                    .secret(secret.reveal())
                    .token(token.reveal())
                    .listener(push)
                    .build();
        } catch (IllegalArgumentException e) {
            throw CommandFailure.usage(String.valueOf(e.getMessage()));
        }
    }

    private int ofStandardInput(StockPush push, StockroomClient client) throws IOException {
        var content = StockFile.read(shell.in());
        var path = rejectsOf(Path.of("stock"));
        var subject = new PushCheckpoint.Subject(PushCheckpoint.PLAN, 0, 0, "", "", "", "");
        return push.run(client, content, PushCheckpoint.begin(subject), RejectedLinesFile.open(path, 0), null);
    }

    /// A dry run has its own file, because an interrupted push still needs the other.
    private Path rejectsOf(Path input) {
        if (rejects != null) {
            return rejects;
        }
        return input.resolveSibling(input.getFileName() + (dryRun ? ".dry-run.rejects.csv" : ".rejects.csv"));
    }

    private int ofFile(StockPush push, StockroomClient client, String address, Secret token) throws IOException {
        var path = file;
        var rejectsPath = rejectsOf(path);
        // a dry run cannot be resumed and must not change the checkpoint of a push
        var noteFile = dryRun ? null : Checkpoint.pathFor(path);
        try (var channel = FileChannel.open(path, StandardOpenOption.READ);
                var _ = SingleRun.of(path)) {
            var subject = new PushCheckpoint.Subject(
                    PushCheckpoint.PLAN,
                    channel.size(),
                    Files.getLastModifiedTime(path).toMillis(),
                    address,
                    Long.toString(to.appid()),
                    TokenHash.id(token.reveal()),
                    Checkpoint.absolute(rejectsPath));
            if (dryRun && Checkpoint.claims(Checkpoint.pathFor(path), rejectsPath)) {
                throw CommandFailure.usage(
                        "%s is needed to resume the interrupted push; name another with --rejects", rejectsPath);
            }
            if (restart && noteFile != null) {
                Files.deleteIfExists(noteFile);
            }
            var begin = noteFile == null
                    ? PushCheckpoint.begin(subject)
                    : PushCheckpoint.read(noteFile, subject).orElseGet(() -> PushCheckpoint.begin(subject));
            var content = StockFile.read(Channels.newInputStream(channel));
            int code = push.run(
                    client, content, begin, RejectedLinesFile.open(rejectsPath, begin.rejectsLength()), noteFile);
            if (noteFile != null) {
                Files.deleteIfExists(noteFile);
            }
            return code;
        } catch (NoSuchFileException e) {
            throw CommandFailure.usage("there is no file " + e.getFile());
        }
    }
}
