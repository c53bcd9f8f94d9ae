package stockroom.cli.importing;

import java.io.IOException;
import java.io.InputStream;
import java.nio.channels.Channels;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import stockroom.cli.connect.AdminClient;
import stockroom.cli.connect.AdminOptions;
import stockroom.cli.connect.MerchantParameter;
import stockroom.cli.shell.CommandFailure;
import stockroom.cli.transfer.Checkpoint;
import stockroom.cli.transfer.Checkpoint.Subject;
import stockroom.cli.transfer.Format;
import stockroom.cli.transfer.ProductFields;
import stockroom.cli.transfer.RejectedLinesFile;
import stockroom.cli.transfer.SingleRun;

@Command(
        name = "import",
        description = "Adds products from a file. To add merchants: stockroom merchant import.",
        footer = "  stockroom import products northgate shoes.ndjson")
public final class ImportCommands {
    private static final Path STANDARD_INPUT = Path.of("-");

    @Command(
            name = "products",
            description = {
                "Adds products, and replaces products that have the same artNo.",
                "",
                "NDJSON has one product per line. CSV has a header with these fields: " + ProductFields.NAMES
                        + " (only the first four are required); images are separated by |, attributes are written "
                        + "name=value|name=value. docs/importing.md describes the fields; an example "
                        + "file: stockroom import template.",
                "",
                "Invalid lines are left out and listed in FILE.rejects.csv. If the import is "
                        + "interrupted, the same command resumes where it stopped: FILE.progress keeps the position. "
                        + "Importing a file twice changes nothing."
            },
            footer = {
                "  stockroom import products northgate shoes.ndjson",
                "  zcat shoes.ndjson.gz | stockroom import products northgate -"
            })
    int products(
            @Mixin AdminOptions admin,
            @Mixin MerchantParameter merchant,
            @Parameters(
                            index = "1",
                            paramLabel = "FILE",
                            description = ".ndjson, .jsonl or .csv; - reads standard input.")
                    Path file,
            @Option(
                            names = "--format",
                            paramLabel = "FORMAT",
                            description = "${COMPLETION-CANDIDATES} (default: by the file's name).")
                    @Nullable
                    Format format,
            @Option(names = "--rejects", paramLabel = "FILE", description = "The file that lists rejected lines.")
                    @Nullable
                    Path rejects,
            @Option(names = "--restart", description = "Starts over instead of resuming.") boolean restart)
            throws IOException {
        try (var client = admin.client()) {
            // fails for a wrong key or merchant before the file is read
            long id = merchant.id(client);
            client.get("/merchants/" + id);
            return file.equals(STANDARD_INPUT)
                    ? ofStandardInput(admin, client, id, format, rejects)
                    : ofFile(admin, client, file, id, format, rejects, restart);
        }
    }

    @Command(
            name = "template",
            description = {
                "Writes an example file of products with every field.",
                "It can be imported as it is; docs/importing.md describes the fields."
            },
            footer = "  stockroom import template --output products.csv")
    void template(
            @Mixin OutputOptions to,
            @Option(
                            names = "--format",
                            paramLabel = "FORMAT",
                            description = "${COMPLETION-CANDIDATES} (default: by the file's name, else csv).")
                    @Nullable
                    Format format)
            throws IOException {
        to.write(Template.ofProducts(format == null ? to.format(Format.csv) : format));
    }

    private static int ofStandardInput(
            AdminOptions admin, AdminClient client, long merchant, @Nullable Format format, @Nullable Path rejects)
            throws IOException {
        var kind = format == null ? Format.ndjson : format;
        var rejectsPath = rejects == null ? Path.of("products.rejects.csv") : rejects;
        var begin = Checkpoint.begin(subject(0, 0, kind, merchant, client, rejectsPath));
        var in = admin.shell().in();
        var rejected = RejectedLinesFile.open(rejectsPath, 0);
        // closing it would wait for the thread that may still be reading
        var source = kind == Format.csv ? new CsvSource(in, 0) : new NdjsonSource(in, 0, 0);
        try (var report = new ImportReport(admin, "standard input", begin)) {
            return report.run(client, source, rejected, null);
        }
    }

    private static int ofFile(
            AdminOptions admin,
            AdminClient client,
            Path file,
            long merchant,
            @Nullable Format format,
            @Nullable Path rejects,
            boolean restart)
            throws IOException {
        var kind = format == null ? Format.of(file) : format;
        var rejectsPath = rejects == null ? file.resolveSibling(file.getFileName() + ".rejects.csv") : rejects;
        var checkpointFile = Checkpoint.pathFor(file);
        try (var channel = FileChannel.open(file, StandardOpenOption.READ);
                var _ = SingleRun.of(file)) {
            long modified = Files.getLastModifiedTime(file).toMillis();
            var subject = subject(channel.size(), modified, kind, merchant, client, rejectsPath);
            if (restart) {
                Files.deleteIfExists(checkpointFile);
            }
            var found = Checkpoint.read(checkpointFile, subject);
            var begin = found.orElseGet(() -> Checkpoint.begin(subject));
            try (var source = source(channel, kind, begin);
                    var report = new ImportReport(admin, file.getFileName().toString(), begin)) {
                int code = report.run(
                        client, source, RejectedLinesFile.open(rejectsPath, begin.rejectsLength()), checkpointFile);
                Files.deleteIfExists(checkpointFile);
                return code;
            }
        } catch (NoSuchFileException e) {
            throw CommandFailure.usage("there is no file " + e.getFile());
        }
    }

    private static ProductSource source(FileChannel channel, Format format, Checkpoint begin) throws IOException {
        if (format == Format.ndjson) {
            channel.position(begin.offset());
        }
        InputStream in = Channels.newInputStream(channel);
        return format == Format.csv
                ? new CsvSource(in, begin.line())
                : new NdjsonSource(in, begin.offset(), begin.line());
    }

    private static Subject subject(
            long size, long modified, Format format, long merchant, AdminClient client, Path rejects) {
        return new Subject(
                size, modified, format.name(), merchant, client.address().toString(), Checkpoint.absolute(rejects));
    }
}
