package stockroom.cli.transfer;

import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.channels.FileLock;
import java.nio.channels.OverlappingFileLockException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.BasicFileAttributes;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import stockroom.cli.shell.CommandFailure;

/// Locks a file for one import or push. The operating system drops the lock of a killed process.
public final class SingleRun implements AutoCloseable {
    private final Path path;
    private final FileChannel channel;

    private SingleRun(Path path, FileChannel channel) {
        this.path = path;
        this.channel = channel;
    }

    public static SingleRun of(Path file) throws IOException {
        var path = file.resolveSibling(file.getFileName() + ".lock");
        while (true) {
            var before = key(path);
            var channel = FileChannel.open(path, StandardOpenOption.CREATE, StandardOpenOption.WRITE);
            if (lock(channel) == null) {
                channel.close();
                throw CommandFailure.refused("another command is using %s", file);
            }
            // an import deletes the file at its end, and a lock on a deleted file has no effect. The lock counts
            // only if the file existed before and is still the same; a file that was just created is opened again
            if (before.isPresent() && before.equals(key(path))) {
                return new SingleRun(path, channel);
            }
            channel.close();
        }
    }

    private static Optional<Object> key(Path path) throws IOException {
        try {
            var key = Files.readAttributes(path, BasicFileAttributes.class).fileKey();
            // systems whose files have no keys do not delete an open file
            return Optional.of(key == null ? path : key);
        } catch (NoSuchFileException e) {
            return Optional.empty();
        }
    }

    private static @Nullable FileLock lock(FileChannel channel) throws IOException {
        try {
            return channel.tryLock();
        } catch (OverlappingFileLockException e) {
            // this process holds the lock
            return null;
        }
    }

    @Override
    public void close() throws IOException {
        Files.deleteIfExists(path);
        channel.close();
    }
}
