package stockroom.cli.exporting;

import java.io.BufferedOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.channels.Channels;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.security.DigestInputStream;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.Set;
import stockroom.cli.connect.AdminClient;
import stockroom.cli.shell.PrivateFile;
import stockroom.cli.shell.Progress;
import stockroom.cli.shell.Shell;
import stockroom.cli.shell.TokenHash;
import stockroom.cli.transfer.Checkpoint;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/// Writes all data of a merchant as NDJSON files in a folder, then a manifest. Each page is on the disk before its
/// position is recorded, so an interrupted export can resume.
final class MerchantExport {
    private static final JsonMapper JSON = JsonMapper.shared();
    private static final String MANIFEST = "manifest.json";
    private static final String POSITION = "export.progress";

    private final Shell shell;
    private final AdminClient client;
    private final long merchant;
    private final Path folder;

    MerchantExport(Shell shell, AdminClient client, long merchant, Path folder) {
        this.shell = shell;
        this.client = client;
        this.merchant = merchant;
        this.folder = folder;
    }

    /// @param count the field that holds the expected number of lines
    private record Listed(String name, String path, Map<String, String> query, String count) {}

    private List<Listed> lists() {
        var own = "/merchants/" + merchant;
        var ofMerchant = Map.of("merchant", Long.toString(merchant));
        return List.of(
                new Listed("accounts", own + "/accounts", Map.of(), "accounts"),
                new Listed("tokens", "/tokens", ofMerchant, "tokens"),
                new Listed("products", own + "/products", Map.of(), "products"),
                new Listed("stock", own + "/stock", Map.of(), "stockEntries"),
                new Listed("pushes", own + "/pushes", Map.of("changes", "true"), "pushes"),
                new Listed("fetched-products", own + "/publish-results", Map.of(), "fetchedProducts"),
                new Listed("usage", "/daily-usage", ofMerchant, "usageDays"),
                new Listed("failed-calls", own + "/failed-calls", Map.of(), "failedCalls"),
                new Listed("audit", "/audit", ofMerchant, "auditEntries"));
    }

    /// @param bytes the length of the file's complete pages on the disk
    /// @param after the cursor of the next page
    private record Position(Subject subject, Instant begunAt, int file, long bytes, long lines, String after) {
        Position nextFile() {
            return new Position(subject, begunAt, file + 1, 0, 0, "");
        }

        Position at(long newBytes, long newLines, String newAfter) {
            return new Position(subject, begunAt, file, newBytes, newLines, newAfter);
        }
    }

    private record Subject(long merchant, String address) {}

    private record Written(String name, long lines, long bytes, String sha256) {}

    private record Manifest(long merchantId, Instant begunAt, Instant endedAt, List<Written> files) {}

    long run(JsonNode contents) throws IOException {
        if (!Files.isDirectory(folder)) {
            Files.createDirectory(folder, PrivateFile.only("rwx------", folder));
        }
        var subject = new Subject(merchant, client.address().toString());
        var position = Checkpoint.read(
                        folder.resolve(POSITION), Position.class, Position::subject, subject, Checkpoint.Work.EXPORT)
                .orElseGet(() -> new Position(subject, Instant.now(), 0, 0, 0, ""));
        Files.deleteIfExists(folder.resolve(MANIFEST));
        var lists = lists();
        while (position.file < lists.size()) {
            var list = lists.get(position.file);
            if (position.bytes == 0 && position.file == 0) {
                writeMerchant(contents);
            }
            write(list, position, contents.path(list.count).asLong());
            position = position.nextFile();
            save(position);
        }
        return finish(position);
    }

    private void writeMerchant(JsonNode contents) throws IOException {
        var whole = JSON.createObjectNode();
        whole.set("merchant", client.get("/merchants/" + merchant).json());
        whole.set("limits", client.get("/merchants/" + merchant + "/limits").json());
        var ofAccounts = whole.putObject("limitsOfAccounts");
        Pages.each(client, "/merchants/" + merchant + "/accounts", Map.of(), accounts -> {
            for (var account : accounts) {
                var id = account.path("accountId").asString();
                ofAccounts.set(
                        id,
                        client.get("/merchants/%d/accounts/%s/limits".formatted(merchant, id))
                                .json());
            }
            return true;
        });
        whole.set("contents", contents);
        PrivateFile.replace(folder.resolve("merchant.json"), JSON.writeValueAsBytes(whole));
    }

    private void write(Listed list, Position from, long count) throws IOException {
        var file = folder.resolve(list.name + ".ndjson");
        var options = Set.of(StandardOpenOption.CREATE, StandardOpenOption.WRITE);
        try (var channel = FileChannel.open(file, options, PrivateFile.only("rw-------", file));
                var progress = new Progress(shell, "Exporting " + list.name, count)) {
            channel.truncate(from.bytes).position(from.bytes);
            var out = new BufferedOutputStream(Channels.newOutputStream(channel), 1 << 16);
            var now = new Position[] {from};
            Pages.eachFrom(client, list.path, list.query, from.after, (items, next) -> {
                for (var item : items) {
                    writeLine(out, item);
                }
                out.flush();
                channel.force(false);
                now[0] = now[0].at(channel.position(), now[0].lines + items.size(), next);
                progress.stepTo(now[0].lines);
                if (!next.isEmpty()) {
                    save(now[0]);
                }
                return true;
            });
        }
    }

    private static void writeLine(OutputStream out, JsonNode item) throws IOException {
        out.write(JSON.writeValueAsBytes(item));
        out.write('\n');
    }

    private void save(Position position) throws IOException {
        PrivateFile.replace(folder.resolve(POSITION), JSON.writeValueAsBytes(position));
    }

    private long finish(Position position) throws IOException {
        var files = new ArrayList<Written>();
        files.add(written("merchant.json"));
        for (var list : lists()) {
            files.add(written(list.name + ".ndjson"));
        }
        var manifest = new Manifest(merchant, position.begunAt, Instant.now(), files);
        PrivateFile.replace(
                folder.resolve(MANIFEST), JSON.writerWithDefaultPrettyPrinter().writeValueAsBytes(manifest));
        Files.deleteIfExists(folder.resolve(POSITION));
        return files.stream().skip(1).mapToLong(Written::lines).sum();
    }

    private Written written(String name) throws IOException {
        try (var digested = new DigestInputStream(Files.newInputStream(folder.resolve(name)), TokenHash.sha256())) {
            long lines = 0;
            long bytes = 0;
            var buffer = new byte[1 << 16];
            for (int read = digested.read(buffer); read > 0; read = digested.read(buffer)) {
                bytes += read;
                for (int i = 0; i < read; i++) {
                    lines += buffer[i] == '\n' ? 1 : 0;
                }
            }
            return new Written(
                    name,
                    lines,
                    bytes,
                    HexFormat.of().formatHex(digested.getMessageDigest().digest()));
        }
    }
}
