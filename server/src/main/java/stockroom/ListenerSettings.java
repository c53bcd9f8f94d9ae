package stockroom;

import io.micrometer.core.instrument.MeterRegistry;
import io.opentelemetry.api.OpenTelemetry;
import stockroom.config.Settings;
import stockroom.http.Listeners;
import stockroom.http.Listeners.Bind;

record ListenerSettings(Settings settings) {
    private static final int MAX_ADMIN_REQUESTS = 8;

    /// Must be called before the database is changed.
    void requireFree() {
        Listeners.requireFree(binds());
    }

    Listeners listeners(Listeners.Served served, MeterRegistry metrics, OpenTelemetry telemetry) {
        return new Listeners(binds(), bounds(), served, metrics, telemetry);
    }

    private Listeners.Binds binds() {
        return new Listeners.Binds(
                new Bind(settings.http().address(), settings.http().port(), "port and address"),
                new Bind(settings.admin().address(), settings.admin().port(), "admin.port and admin.address"),
                settings.console()
                        .url()
                        .map(_ -> new Bind(
                                settings.console().address(),
                                settings.console().port(),
                                "console.port and console.address")),
                new Bind(settings.health().address(), settings.health().port(), "health.port and health.address"));
    }

    private Listeners.NodeBounds bounds() {
        var http = settings.http();
        return new Listeners.NodeBounds(
                settings.capacity().requests(),
                Math.clamp(settings.database().poolSize() / 2, 1, MAX_ADMIN_REQUESTS),
                settings.capacity().connections(),
                settings.capacity().connectionsPerAddress(),
                http.readTimeout(),
                http.requestTimeout(),
                http.idleTimeout(),
                http.stopDelay(),
                http.drainTime(),
                http.trustedProxies(),
                settings.admin().hosts());
    }
}
