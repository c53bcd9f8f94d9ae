package stockroom;

import com.sun.management.UnixOperatingSystemMXBean;
import io.micrometer.core.instrument.FunctionCounter;
import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.binder.jvm.JvmGcMetrics;
import io.micrometer.core.instrument.binder.jvm.JvmMemoryMetrics;
import io.micrometer.core.instrument.binder.jvm.JvmThreadMetrics;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.lang.management.ManagementFactory;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.concurrent.atomic.LongAdder;
import java.util.function.Supplier;
import stockroom.http.Version;
import stockroom.http.log.ErrorLog;

/// Uses the names that Prometheus clients use.
final class ProcessMetrics {
    private ProcessMetrics() {}

    static void register(MeterRegistry metrics) {
        Gauge.builder("stockroom.build.info", () -> 1)
                .description("1; the labels are the versions of the server and of Java")
                .tag("version", Version.number())
                .tag("java", Runtime.version().toString())
                .register(metrics);
        FunctionCounter.builder(ErrorLog.DROPPED, DroppingAppender.DROPPED, LongAdder::sum)
                .tag("reason", "stalled")
                .description(ErrorLog.DROPPED_DESCRIPTION)
                .register(metrics);
        var system = ManagementFactory.getPlatformMXBean(UnixOperatingSystemMXBean.class);
        FunctionCounter.builder("process.cpu", system, of -> of.getProcessCpuTime() / 1e9)
                .baseUnit("seconds")
                .description("processor time used by the process")
                .register(metrics);
        gauge("process.open.fds", "open file descriptors", system::getOpenFileDescriptorCount, metrics);
        gauge("process.max.fds", "maximum number of open file descriptors", system::getMaxFileDescriptorCount, metrics);
        gauge("process.resident.memory.bytes", "resident memory", () -> bytes("VmRSS:"), metrics);
        gauge("process.virtual.memory.bytes", "virtual memory", () -> bytes("VmSize:"), metrics);
        gauge(
                "process.start.time.seconds",
                "start time of the process, since 1970",
                () -> ManagementFactory.getRuntimeMXBean().getStartTime() / 1e3,
                metrics);
        new JvmMemoryMetrics().bindTo(metrics);
        new JvmThreadMetrics().bindTo(metrics);
        // it is never closed, since it lives as long as the process
        var collections = new JvmGcMetrics();
        collections.bindTo(metrics);
    }

    private static void gauge(String name, String description, Supplier<Number> value, MeterRegistry metrics) {
        Gauge.builder(name, value).description(description).register(metrics);
    }

    /// Returns NaN if there is no `/proc/self/status`.
    private static double bytes(String field) {
        try (var lines = Files.lines(Path.of("/proc/self/status"))) {
            return lines.filter(line -> line.startsWith(field))
                    .mapToDouble(line -> 1_024 * Double.parseDouble(line.replaceAll("\\D", "")))
                    .findFirst()
                    .orElse(Double.NaN);
        } catch (IOException | UncheckedIOException e) {
            return Double.NaN;
        }
    }
}
