package stockroom.testing.database;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Duration;
import java.util.Map;

/// Moves a process's clock by the offset in a file.
public final class SteppedClock {
    public static final Path LIBRARY = Path.of(
            "/usr/lib",
            System.getProperty("os.arch").replace("amd64", "x86_64") + "-linux-gnu/faketime/libfaketime.so.1");

    private final Path file;

    public SteppedClock(Path directory, String name) throws IOException {
        // PostgreSQL may run as another user
        Files.setPosixFilePermissions(directory, PosixFilePermissions.fromString("rwxr-xr-x"));
        this.file = directory.resolve(name);
        set(Duration.ZERO);
    }

    public void set(Duration ahead) throws IOException {
        Files.writeString(file, "%+d".formatted(ahead.toSeconds()));
    }

    /// Returns the environment of the process. Only the time of day moves; waits use the monotonic clock.
    public Map<String, String> environment() {
        return Map.of(
                "LD_PRELOAD",
                LIBRARY.toString(),
                "FAKETIME_TIMESTAMP_FILE",
                file.toString(),
                "FAKETIME_NO_CACHE",
                "1",
                "FAKETIME_DONT_FAKE_MONOTONIC",
                "1",
                "FAKETIME_FORCE_MONOTONIC_FIX",
                "0");
    }
}
