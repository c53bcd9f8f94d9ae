package stockroom.http;

import io.micrometer.core.instrument.FunctionCounter;
import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.MeterRegistry;
import io.opentelemetry.api.OpenTelemetry;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.function.Supplier;
import java.util.stream.Stream;
import org.eclipse.jetty.http.HttpStatus;
import org.eclipse.jetty.server.Handler;
import stockroom.http.bounds.AddressConnections;
import stockroom.http.bounds.ClientAddress;
import stockroom.http.bounds.NodeShares;
import stockroom.http.log.ErrorLog;

public final class Listeners {
    private static final int OPERATORS_CONNECTIONS = 256;
    /// Limits one address, so that an operator with many connections does not keep out health checks.
    private static final int OPERATORS_CONNECTIONS_PER_ADDRESS = OPERATORS_CONNECTIONS / 4;

    private static final int PEOPLES_CONNECTIONS = 1_024;
    private static final long PEOPLES_BYTES = 8 << 20;

    private final Listener merchants;
    private final Listener admin;
    private final Optional<Listener> people;
    private final Listener health;
    private final Duration stopDelay;
    private final Duration drainTime;
    private final Supplier<Optional<String>> whyNotReady;
    private volatile boolean stopping;

    /// `settings` names the settings of address and port, for messages. Port 0 picks a free port.
    public record Bind(String address, int port, String settings) {}

    /// `people` is empty if nobody signs in with a browser.
    public record Binds(Bind merchants, Bind admin, Optional<Bind> people, Bind health) {}

    /// docs/settings.md describes the limits. `adminRequests` leaves database connections for merchants.
    public record NodeBounds(
            int maxRequests,
            int adminRequests,
            int maxConnections,
            int maxConnectionsPerAddress,
            Duration readTimeout,
            Duration requestTimeout,
            Duration idleTimeout,
            Duration stopDelay,
            Duration drainTime,
            List<String> trustedProxies,
            List<String> adminHosts) {}

    public record Served(
            Api merchants,
            Api admin,
            Optional<Api> people,
            Supplier<Optional<String>> whyNotReady,
            Supplier<String> metricsPage) {}

    public Listeners(Binds binds, NodeBounds bounds, Served served, MeterRegistry metrics, OpenTelemetry telemetry) {
        this.stopDelay = bounds.stopDelay();
        this.drainTime = bounds.drainTime();
        this.whyNotReady = served.whyNotReady();
        var clientAddress = new ClientAddress(bounds.trustedProxies());
        var errors = new ErrorLog(metrics);
        var shares = NodeShares.of(bounds.maxRequests(), Runtime.getRuntime().maxMemory() / 4);
        shares.measure(metrics);
        var dispatcher = new Dispatcher(
                served.merchants(),
                new Request.RequestBounds(shares, bounds.requestTimeout(), bounds.readTimeout(), clientAddress),
                new RequestLog("merchant", metrics, telemetry),
                errors);
        Gauge.builder("stockroom.requests.in.progress", dispatcher, Dispatcher::requestsInProgress)
                .description("requests whose response is not completely sent")
                .register(metrics);
        Gauge.builder(
                        "stockroom.ready",
                        this,
                        listeners -> listeners.reasonNotReady().isEmpty() ? 1 : 0)
                .description("1 while this node is ready; otherwise /health/ready has the reason")
                .register(metrics);
        var addresses = new AddressConnections(bounds.maxConnectionsPerAddress(), clientAddress);
        FunctionCounter.builder("stockroom.connections.refused", addresses, AddressConnections::refused)
                .description("connections closed because their address had too many")
                .register(metrics);
        this.merchants = new Listener(
                binds.merchants(),
                new Listener.ConnectionBounds(
                        bounds.maxConnections(), addresses, bounds.readTimeout(), bounds.idleTimeout()),
                dispatcher,
                dispatcher::refuse);

        var adminDispatcher = new Dispatcher(
                served.admin(),
                new Request.RequestBounds(
                        shares.withRequests(bounds.adminRequests()),
                        bounds.requestTimeout(),
                        bounds.readTimeout(),
                        clientAddress),
                // a separate throttle, so that a flood of anonymous calls does not hide attempts to guess operators'
                // keys
                new RequestLog("operator", metrics, telemetry),
                errors);
        this.admin = listener(
                binds.admin(),
                clientAddress,
                bounds,
                new Handler.Sequence(
                        healthPages(),
                        new OwnHosts(
                                bounds.adminHosts(),
                                new Handler.Sequence(new MetricsPage(served.metricsPage()), adminDispatcher))),
                adminDispatcher::refuse);
        this.people = served.people()
                .map(api -> people(
                        api,
                        binds.people().orElseThrow(),
                        bounds,
                        clientAddress,
                        new RequestLog("people", metrics, telemetry),
                        errors));
        this.health = listener(binds.health(), clientAddress, bounds, healthPages(), (request, response, callback) -> {
            HealthPages.send(response.getStatus(), HttpStatus.getMessage(response.getStatus()), response, callback);
            return true;
        });
    }

    /// Opens all ports at once and closes them again. Throws if one cannot be opened.
    public static void requireFree(Binds binds) {
        try (var _ = Listener.bound(binds.merchants());
                var _ = Listener.bound(binds.admin());
                var _ = binds.people().isPresent()
                        ? Listener.bound(binds.people().get())
                        : null;
                var _ = Listener.bound(binds.health())) {
            // all ports stay open until here, which detects settings that name the same port
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /// Has shares of its own, so that people never take those of merchants' programs.
    private static Listener people(
            Api api, Bind bind, NodeBounds bounds, ClientAddress clientAddress, RequestLog log, ErrorLog errors) {
        var dispatcher = new Dispatcher(
                api,
                new Request.RequestBounds(
                        NodeShares.of(Math.max(1, bounds.adminRequests() / 2), PEOPLES_BYTES),
                        bounds.requestTimeout(),
                        bounds.readTimeout(),
                        clientAddress),
                log,
                errors);
        return new Listener(
                bind,
                new Listener.ConnectionBounds(
                        PEOPLES_CONNECTIONS,
                        new AddressConnections(bounds.maxConnectionsPerAddress(), clientAddress),
                        bounds.readTimeout(),
                        bounds.idleTimeout()),
                dispatcher,
                dispatcher::refuse);
    }

    private static Listener listener(
            Bind bind,
            ClientAddress clientAddress,
            NodeBounds bounds,
            Handler handler,
            org.eclipse.jetty.server.Request.Handler refuse) {
        return new Listener(
                bind,
                new Listener.ConnectionBounds(
                        OPERATORS_CONNECTIONS,
                        new AddressConnections(OPERATORS_CONNECTIONS_PER_ADDRESS, clientAddress),
                        bounds.readTimeout(),
                        bounds.idleTimeout()),
                handler,
                refuse);
    }

    private HealthPages healthPages() {
        return new HealthPages(this::reasonNotReady);
    }

    private Optional<String> reasonNotReady() {
        return stopping ? Optional.of("stopping") : whyNotReady.get();
    }

    public Listeners start() {
        merchants.start();
        admin.start();
        people.ifPresent(Listener::start);
        health.start();
        return this;
    }

    public int port() {
        return merchants.port();
    }

    public int adminPort() {
        return admin.port();
    }

    /// Returns 0 if nobody signs in with a browser.
    public int peoplePort() {
        return people.map(Listener::port).orElse(0);
    }

    public int healthPort() {
        return health.port();
    }

    /// Reports "not ready", waits for load balancers to notice, lets requests in progress end, and closes.
    /// `endWaits` ends the requests that wait for an event.
    public void stop(Runnable endWaits) {
        stopping = true;
        try {
            Thread.sleep(stopDelay);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
        endWaits.run();
        long until = System.nanoTime() + drainTime.toNanos();
        for (var listener : Stream.concat(
                        Stream.of(merchants, admin), Stream.concat(people.stream(), Stream.of(health)))
                .toList()) {
            listener.stop(Duration.ofNanos(until - System.nanoTime()));
        }
    }
}
