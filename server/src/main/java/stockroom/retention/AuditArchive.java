package stockroom.retention;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.util.Optional;
import stockroom.auth.SecretCipher;
import stockroom.database.Database;

/// Moves old entries to a file and deletes them once the file is on disk. After an interruption, entries not
/// yet deleted are written to the next file again.
public final class AuditArchive {
    private final AuditArchiveStore store;
    private final int days;

    /// The database must be the owner's, because the serving role may not delete entries.
    public AuditArchive(Database database, int days) {
        this.store = new AuditArchiveStore(database);
        this.days = days;
    }

    public record Moved(Path file, long first, long last, int entries) {}

    public Optional<Moved> run(Path folder) throws IOException, InterruptedException {
        var written = folder.resolve("audit.ndjson.part");
        Files.deleteIfExists(written);
        Files.createFile(written, SecretCipher.OWNER_ONLY);
        AuditArchiveStore.Written range;
        try (var lines = Files.newBufferedWriter(written)) {
            range = store.read(days, line -> {
                try {
                    lines.write(line);
                    lines.write('\n');
                } catch (IOException e) {
                    throw new UncheckedIOException(e);
                }
            });
        }
        if (range.entries() == 0) {
            Files.delete(written);
            return Optional.empty();
        }
        try (var channel = FileChannel.open(written, StandardOpenOption.WRITE)) {
            channel.force(true);
        }
        var file = folder.resolve("audit-%d-%d.ndjson".formatted(range.first(), range.last()));
        Files.move(written, file, StandardCopyOption.ATOMIC_MOVE, StandardCopyOption.REPLACE_EXISTING);
        try (var channel = FileChannel.open(folder)) {
            channel.force(true);
        }
        var moved = new Moved(file, range.first(), range.last(), range.entries());
        Pace.until(() -> store.deleteSome(range));
        store.note(moved);
        return Optional.of(moved);
    }
}
