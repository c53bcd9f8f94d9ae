package stockroom.cli.transfer;

import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.channels.FileLock;
import java.nio.channels.OverlappingFileLockException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import org.jspecify.annotations.Nullable;
import stockroom.cli.CommandFailure;
import stockroom.cli.ExitCode;

/// Lets one import of a file run at a time: two would write the same checkpoint and rejects. The operating system
/// drops the lock of a killed one.
final class SingleRun implements AutoCloseable {
    private final Path path;
    private final FileChannel channel;

    private SingleRun(Path path, FileChannel channel) {
        this.path = path;
        this.channel = channel;
    }

    static SingleRun of(Path file) throws IOException {
        var path = file.resolveSibling(file.getFileName() + ".lock");
        var channel = FileChannel.open(path, StandardOpenOption.CREATE, StandardOpenOption.WRITE);
        if (lock(channel) == null) {
            channel.close();
            throw new CommandFailure(ExitCode.REFUSED, "another import of %s is running".formatted(file));
        }
        return new SingleRun(path, channel);
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
