package stockroom;

import io.micrometer.core.instrument.MeterRegistry;
import io.opentelemetry.api.OpenTelemetry;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import stockroom.config.Settings;
import stockroom.http.Listeners;
import stockroom.http.Listeners.Bind;

/// What the settings say of the ports, in the words of [Listeners].
record ListenerSettings(Settings settings) {
    private static final Logger LOG = LoggerFactory.getLogger(ListenerSettings.class);
    private static final int MAX_ADMIN_REQUESTS = 8;
    /// What an open connection that has called keeps of the heap at most (docs/decisions/0010).
    private static final long CONNECTION_BYTES = 20_000;
    /// What the server keeps of the heap without any connection, rounded up; of a small heap it is much.
    private static final long OWN_BYTES = 16 << 20;

    Listeners listeners(Listeners.Served served, MeterRegistry metrics, OpenTelemetry telemetry) {
        return new Listeners(binds(), bounds(), served, metrics, telemetry);
    }

    private Listeners.Binds binds() {
        return new Listeners.Binds(
                new Bind(settings.http().address(), settings.http().port()),
                new Bind(settings.admin().address(), settings.admin().port()),
                new Bind(settings.health().address(), settings.health().port()));
    }

    private Listeners.Bounds bounds() {
        var http = settings.http();
        return new Listeners.Bounds(
                http.maxRequests(),
                Math.clamp(settings.database().poolSize() / 2, 1, MAX_ADMIN_REQUESTS),
                affordable(http.maxConnections()),
                http.maxConnectionsPerAddress(),
                http.readTimeout(),
                http.requestTimeout(),
                http.idleTimeout(),
                http.stopDelay(),
                http.drainTime(),
                http.trustedProxies(),
                settings.admin().hosts());
    }

    /// More connections than the heap has room for would end in an OutOfMemoryError for all of them.
    private static int affordable(int maxConnections) {
        long heap = Runtime.getRuntime().maxMemory();
        long room = Math.max(1, (heap / 2 - OWN_BYTES) / CONNECTION_BYTES);
        if (room < maxConnections) {
            LOG.info(
                    "max-connections: {}, but a heap of {} MB has room for {} (more: -Xmx in JDK_JAVA_OPTIONS)",
                    maxConnections,
                    heap >> 20,
                    room);
        }
        return (int) Math.min(room, maxConnections);
    }
}
