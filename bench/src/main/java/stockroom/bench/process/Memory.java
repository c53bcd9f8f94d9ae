package stockroom.bench.process;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

/// The memory of a process, in bytes.
public final class Memory {
    private Memory() {}

    /// Resident now.
    public static long resident(long pid) throws IOException {
        return of(pid, "VmRSS:");
    }

    /// The most that was ever resident.
    public static long peak(long pid) throws IOException {
        return of(pid, "VmHWM:");
    }

    private static long of(long pid, String name) throws IOException {
        try (var lines = Files.lines(Path.of("/proc/" + pid + "/status"))) {
            return lines.filter(line -> line.startsWith(name))
                            .mapToLong(line -> Long.parseLong(line.replaceAll("[^0-9]", "")))
                            .findFirst()
                            .orElseThrow(() -> new IOException("process %d is ending".formatted(pid)))
                    * 1_024;
        }
    }
}
