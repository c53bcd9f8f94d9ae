package stockroom.config;

import com.sun.management.UnixOperatingSystemMXBean;
import java.lang.management.ManagementFactory;

/// How much a node takes on at once. It follows from the heap, the processors, and how many files the process may open.
///
/// @param requests in progress; one more is answered 503
/// @param connections of merchants' programs; further ones wait to be accepted
/// @param connectionsPerAddress further ones are closed, but for trusted proxies
/// @param waitingPerAccount calls that wait for changes; one more is answered 429
public record Capacity(
        int requests, int connections, int connectionsPerAddress, int waitingPerAccount, int waitingPerApplication) {
    private static final long UNIT_BYTES = 64 << 20;
    private static final int MAX_UNITS = 1 << 20;
    /// Two processors keep busy what the smallest heap of the launcher takes on, and further requests only wait.
    private static final int REQUESTS_PER_PROCESSOR = 1_024;
    /// What an open connection that has called keeps of the heap at most (docs/decisions/0010).
    private static final long CONNECTION_BYTES = 20_000;
    /// What the server keeps of the heap without any connection, rounded up; of a small heap it is much.
    private static final long OWN_BYTES = 16 << 20;

    static Capacity ofThisProcess() {
        long files = ManagementFactory.getOperatingSystemMXBean() instanceof UnixOperatingSystemMXBean system
                ? system.getMaxFileDescriptorCount()
                : Integer.MAX_VALUE;
        return of(Runtime.getRuntime().maxMemory(), files, Runtime.getRuntime().availableProcessors());
    }

    /// More connections than the heap has room for would end in an OutOfMemoryError for all of them. A quarter of the
    /// files is left for everything else.
    public static Capacity of(long heapBytes, long files, int processors) {
        int units = Math.clamp(Math.round((double) heapBytes / UNIT_BYTES), 1, MAX_UNITS);
        long room = (heapBytes / 2 - OWN_BYTES) / CONNECTION_BYTES;
        int connections = Math.clamp(Math.min(room, files / 4 * 3), 1, Integer.MAX_VALUE);
        return new Capacity(
                Math.min(256 * units, REQUESTS_PER_PROCESSOR * Math.max(2, processors)),
                connections,
                // no address takes most of them
                Math.min(250 * units, Math.ceilDiv(connections, 4)),
                Math.max(4, units / 2),
                25 * units);
    }
}
