package stockroom.cli.shell;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.attribute.FileAttribute;
import java.nio.file.attribute.PosixFilePermissions;

/// Creates files and folders that only their owner may read, where the system has such permissions.
public final class PrivateFile {
    private PrivateFile() {}

    public static FileAttribute<?>[] only(String permissions, Path path) {
        return path.getFileSystem().supportedFileAttributeViews().contains("posix")
                ? new FileAttribute<?>[] {
                    PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString(permissions))
                }
                : new FileAttribute<?>[0];
    }

    /// Replaces the file atomically, so that a kill or a full disk leaves the old or the new content.
    public static void replace(Path path, byte[] content) throws IOException {
        var fresh = path.resolveSibling(path.getFileName() + ".new");
        Files.deleteIfExists(fresh);
        Files.createFile(fresh, only("rw-------", path));
        Files.write(fresh, content);
        Files.move(fresh, path, StandardCopyOption.ATOMIC_MOVE, StandardCopyOption.REPLACE_EXISTING);
    }
}
