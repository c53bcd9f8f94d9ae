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

/// Lets one import or push of a file run at a time: two would write the same checkpoint and rejects. The lock of a
/// killed one is dropped by the operating system.
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
                throw CommandFailure.refused("another command with %s is running", file);
            }
            // an import that ends removes the file, and a lock on one that is gone keeps nobody out: the file must have
            // been there all the time, so one that was made just now is opened once more
            if (before.isPresent() && before.equals(key(path))) {
                return new SingleRun(path, channel);
            }
            channel.close();
        }
    }

    /// None if there is no such file.
    private static Optional<Object> key(Path path) throws IOException {
        try {
            var key = Files.readAttributes(path, BasicFileAttributes.class).fileKey();
            // where files have no keys, one that is open cannot be removed
            return Optional.of(key == null ? path : key);
        } catch (NoSuchFileException e) {
            return Optional.empty();
        }
    }

    private static @Nullable FileLock lock(FileChannel channel) throws IOException {
        try {
            return channel.tryLock();
        } catch (OverlappingFileLockException e) {
            // in this very process
            return null;
        }
    }

    @Override
    public void close() throws IOException {
        Files.deleteIfExists(path);
        channel.close();
    }
}
