package stockroom.config;

import com.sun.management.UnixOperatingSystemMXBean;
import java.lang.management.ManagementFactory;

/// Limits what a node takes on at once, by the heap, the processors and the limit of open files.
/// @param requests counts those in progress; further ones get 503
/// @param connections counts those of merchants' programs; further ones wait to be accepted
/// @param connectionsPerAddress does not apply to trusted proxies; further connections are closed
/// @param waitingPerAccount counts calls waiting for changes; further ones get 429
public record Capacity(
        int requests, int connections, int connectionsPerAddress, int waitingPerAccount, int waitingPerApplication) {
    private static final long UNIT_BYTES = 64 << 20;
    private static final int MAX_UNITS = 1 << 20;
    /// Two processors are saturated by what the launcher's smallest heap admits, so more would only wait.
    private static final int REQUESTS_PER_PROCESSOR = 1_024;
    /// An open connection that has made a call holds at most this much heap (docs/decisions/0010).
    private static final long CONNECTION_BYTES = 20_000;
    /// The server uses about this much heap without connections.
    private static final long OWN_BYTES = 16 << 20;

    static Capacity ofThisProcess() {
        long files = ManagementFactory.getOperatingSystemMXBean() instanceof UnixOperatingSystemMXBean system
                ? system.getMaxFileDescriptorCount()
                : Integer.MAX_VALUE;
        return of(Runtime.getRuntime().maxMemory(), files, Runtime.getRuntime().availableProcessors());
    }

    /// Too many connections would end in an OutOfMemoryError. A quarter of the files stays free.
    public static Capacity of(long heapBytes, long files, int processors) {
        int units = Math.clamp(Math.round((double) heapBytes / UNIT_BYTES), 1, MAX_UNITS);
        long room = (heapBytes / 2 - OWN_BYTES) / CONNECTION_BYTES;
        int connections = Math.clamp(Math.min(room, files / 4 * 3), 1, Integer.MAX_VALUE);
        return new Capacity(
                Math.min(256 * units, REQUESTS_PER_PROCESSOR * Math.max(2, processors)),
                connections,
                // no address may take most of the connections
                Math.min(250 * units, Math.ceilDiv(connections, 4)),
                Math.max(4, units / 2),
                25 * units);
    }
}
