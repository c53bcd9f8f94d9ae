package stockroom;

import io.micrometer.core.instrument.FunctionCounter;
import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.binder.jvm.JvmGcMetrics;
import io.micrometer.core.instrument.binder.jvm.JvmMemoryMetrics;
import io.micrometer.core.instrument.binder.jvm.JvmThreadMetrics;
import io.micrometer.core.instrument.binder.system.FileDescriptorMetrics;
import io.micrometer.core.instrument.binder.system.ProcessorMetrics;
import io.micrometer.core.instrument.binder.system.UptimeMetrics;
import java.util.concurrent.atomic.LongAdder;
import stockroom.http.Version;
import stockroom.http.log.ErrorLog;

/// What is measured of the process, whatever it serves.
final class ProcessMetrics {
    private ProcessMetrics() {}

    static void register(MeterRegistry metrics) {
        Gauge.builder("stockroom.build.info", () -> 1)
                .description("1; its labels say which version runs, on which Java")
                .tag("version", Version.number())
                .tag("java", Runtime.version().toString())
                .register(metrics);
        FunctionCounter.builder(ErrorLog.DROPPED, DroppingAppender.DROPPED, LongAdder::sum)
                .tag("reason", "stalled")
                .description(ErrorLog.DROPPED_DESCRIPTION)
                .register(metrics);
        new UptimeMetrics().bindTo(metrics);
        new FileDescriptorMetrics().bindTo(metrics);
        new JvmMemoryMetrics().bindTo(metrics);
        new JvmThreadMetrics().bindTo(metrics);
        new ProcessorMetrics().bindTo(metrics);
        // closed with the process
        var collections = new JvmGcMetrics();
        collections.bindTo(metrics);
    }
}
