package stockroom.cli.exporting;

import java.io.BufferedOutputStream;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import stockroom.cli.connect.AdminClient;
import stockroom.cli.connect.ConnectOptions;
import stockroom.cli.connect.MerchantParameter;
import stockroom.cli.shell.OnInterrupt;
import stockroom.cli.shell.Progress;
import stockroom.cli.transfer.Format;
import stockroom.cli.transfer.ProductFields;

@Command(
        name = "export",
        description = {
            "Writes a merchant's products or stock to a file or to standard output.",
            "To write all data of a merchant to a folder: stockroom merchant export."
        },
        footer = "  stockroom export stock northgate --output stock.csv")
public final class ExportCommands {
    private static final List<String> STOCK = List.of("productId", "color", "size", "stock", "barCode", "updatedAt");

    @Command(
            name = "products",
            description = "Writes a merchant's products. Without --full, the file can be imported again.",
            footer = "  stockroom export products northgate --output shoes.ndjson")
    void products(
            @Mixin ConnectOptions connect,
            @Mixin Target target,
            @Option(
                            names = "--full",
                            description =
                                    "Adds the fields that the server sets: productId, hasStock, createdAt, updatedAt.")
                    boolean full)
            throws IOException {
        var fields = new ArrayList<String>();
        if (full) {
            fields.addAll(ProductFields.FULL);
        }
        fields.addAll(ProductFields.ALL);
        try (var client = connect.client()) {
            long count = client.get("/merchants/" + target.merchant.id(client))
                    .json()
                    .path("products")
                    .asLong();
            target.write(connect, client, "products", count, fields);
        }
    }

    @Command(
            name = "stock",
            description = "Writes a merchant's stock entries by product, colour and size.",
            footer = "  stockroom export stock northgate --format csv | gzip > stock.csv.gz")
    void stock(@Mixin ConnectOptions connect, @Mixin Target target) throws IOException {
        try (var client = connect.client()) {
            target.write(connect, client, "stock", 0, STOCK);
        }
    }

    static final class Target {
        @Mixin
        private final MerchantParameter merchant = new MerchantParameter();

        @Option(names = "--output", paramLabel = "FILE", description = "The file to write (default: standard output).")
        private @Nullable Path output;

        @Option(
                names = "--format",
                paramLabel = "FORMAT",
                description = "${COMPLETION-CANDIDATES} (default: by the file's name, else ndjson).")
        private @Nullable Format format;

        private void write(ConnectOptions connect, AdminClient client, String what, long count, List<String> fields)
                throws IOException {
            var path = "/merchants/" + merchant.id(client) + "/" + what;
            if (output == null) {
                var out = connect.shell().out();
                new ItemWriter(out, format == null ? Format.ndjson : format, fields)
                        // checkError flushes the output, once per page
                        .writeAll(client, path, Map.of(), _ -> !out.checkError());
                return;
            }
            toFile(connect, client, path, what, count, fields, output);
        }

        /// Writes under another name until the file is complete, so that nobody takes a part for the whole
        /// export.
        private void toFile(
                ConnectOptions connect,
                AdminClient client,
                String path,
                String what,
                long count,
                List<String> fields,
                Path file)
                throws IOException {
            var kind = format == null ? Format.of(file) : format;
            var part = file.resolveSibling(file.getFileName() + ".part");
            var shell = connect.shell();
            try {
                try (var _ = new OnInterrupt(shell, () -> abandoned(part, file));
                        var out = new BufferedOutputStream(Files.newOutputStream(part), 1 << 16);
                        var progress = new Progress(shell, "Exporting " + what, count)) {
                    new ItemWriter(out, kind, fields).writeAll(client, path, Map.of(), written -> {
                        progress.stepTo(written);
                        return true;
                    });
                }
                Files.move(part, file, StandardCopyOption.ATOMIC_MOVE, StandardCopyOption.REPLACE_EXISTING);
            } finally {
                // the file exists only after a failure
                Files.deleteIfExists(part);
            }
        }

        private static String abandoned(Path part, Path file) {
            try {
                Files.deleteIfExists(part);
            } catch (IOException e) {
                return "%s is incomplete and can be deleted; the same command starts over.".formatted(part);
            }
            return "%s was not written; the same command starts over.".formatted(file);
        }
    }
}
