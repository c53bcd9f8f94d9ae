package stockroom.http;

import io.helidon.http.DirectHandler;
import io.helidon.http.HeaderNames;
import io.helidon.http.Method;
import io.helidon.http.Status;
import io.helidon.webserver.WebServer;
import io.helidon.webserver.http.DirectHandlers;
import io.helidon.webserver.http.HttpRouting;
import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.MeterRegistry;
import io.opentelemetry.api.OpenTelemetry;
import java.time.Duration;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.function.Supplier;

/// The two open ports: one for merchants' programs, one for the operator.
public final class Listeners {
    private static final String ADMIN = "admin";
    private static final int ADMIN_CONNECTIONS = 256;

    private static final long MOST_BYTES = 2L * Request.MOST_BODY_BYTES;

    private final WebServer server;
    private final Dispatcher dispatcher;
    private final Dispatcher adminDispatcher;
    private final WatchedSockets sockets;
    private final WatchedSockets adminSockets;
    private final Duration stopDelay;
    private final Duration drainTime;
    private volatile boolean stopping;

    /// Where to listen.
    ///
    /// @param port 0 picks a free one
    public record Bind(String address, int port) {}

    /// What is too much or too slow; the settings of these names say more.
    ///
    /// @param adminRequests operators' requests at once: few enough to leave merchants connections to the database
    public record Bounds(
            int maxRequests,
            int adminRequests,
            int maxConnections,
            Duration readTimeout,
            Duration requestTimeout,
            Duration idleTimeout,
            Duration stopDelay,
            Duration drainTime,
            List<String> trustedProxies) {}

    /// @param docsAddress of the documentation that failures refer to
    public Listeners(
            Bind merchants,
            Bind admin,
            Bounds bounds,
            List<Route> routes,
            Optional<String> docsAddress,
            FailureListener failures,
            List<Route> adminRoutes,
            Supplier<Optional<String>> whyNotReady,
            Supplier<String> metricsPage,
            MeterRegistry metrics,
            OpenTelemetry telemetry) {
        this.stopDelay = bounds.stopDelay();
        this.drainTime = bounds.drainTime();
        var clientAddress = new ClientAddress(bounds.trustedProxies());
        var bodies = new BodyMemory(Runtime.getRuntime().maxMemory() / 4);
        var failureBody = new FailureBody(docsAddress);
        // what is documented for readers is the merchants' interface
        var adminFailureBody = new FailureBody(Optional.empty());
        this.dispatcher = new Dispatcher(
                routes,
                Message.PATH_UNKNOWN,
                failureBody,
                failures,
                clientAddress,
                bounds.maxRequests(),
                bounds.requestTimeout(),
                bodies,
                new RequestRecords(metrics, telemetry));
        this.adminDispatcher = new Dispatcher(
                adminRoutes,
                Message.OPERATOR_PATH_UNKNOWN,
                adminFailureBody,
                FailureListener.NOBODY,
                clientAddress,
                bounds.adminRequests(),
                bounds.requestTimeout(),
                bodies,
                // its own: a flood of strangers there must not hide from the log who tries keys here
                new RequestRecords(metrics, telemetry));
        Gauge.builder("stockroom.requests.in.progress", dispatcher, Dispatcher::requestsInProgress)
                .register(metrics);
        this.sockets = new WatchedSockets(bounds.idleTimeout(), bounds.readTimeout());
        this.adminSockets = new WatchedSockets(bounds.idleTimeout(), bounds.readTimeout());
        this.server = WebServer.builder()
                .host(merchants.address())
                .port(merchants.port())
                .shutdownHook(false)
                // beyond this the connection is closed; up to it, a body we refused is read and thrown away so that the
                // caller sees our answer instead of a broken connection
                .maxPayloadSize(MOST_BYTES)
                .maxTcpConnections(bounds.maxConnections())
                .useNio(false)
                .connectionOptions(sockets)
                .addConnectionSelector(new BoundedConnections(sockets, bounds.readTimeout(), MOST_BYTES))
                .directHandlers(brokenRequests(failureBody))
                .routing(routing -> routing.any(dispatcher::handle))
                .putSocket(
                        ADMIN,
                        socket -> socket.host(admin.address())
                                .port(admin.port())
                                .useNio(false)
                                .maxPayloadSize(MOST_BYTES)
                                .maxTcpConnections(ADMIN_CONNECTIONS)
                                .connectionOptions(adminSockets)
                                .addConnectionSelector(
                                        new BoundedConnections(adminSockets, bounds.readTimeout(), MOST_BYTES))
                                .directHandlers(brokenRequests(adminFailureBody))
                                .routing(routing -> {
                                    health(routing, whyNotReady, metricsPage);
                                    routing.any(adminDispatcher::handle);
                                }))
                .build();
    }

    public Listeners start() {
        server.start();
        if (!server.isRunning()) {
            // Helidon has logged why, and would let the process end as if nothing were wrong
            throw new IllegalStateException("cannot listen; is the port taken?");
        }
        return this;
    }

    public int port() {
        return server.port();
    }

    public int adminPort() {
        return server.port(ADMIN);
    }

    /// Says "not ready" so that load balancers look elsewhere, gives them time to, lets the requests in progress
    /// end, then closes.
    public void stop() {
        stopping = true;
        try {
            Thread.sleep(stopDelay);
            dispatcher.drain();
            adminDispatcher.drain();
            long until = System.nanoTime() + drainTime.toNanos();
            while (dispatcher.requestsInProgress() + adminDispatcher.requestsInProgress() > 0
                    && System.nanoTime() < until) {
                Thread.sleep(20);
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
        server.stop();
        sockets.close();
        adminSockets.close();
    }

    private void health(
            HttpRouting.Builder routing, Supplier<Optional<String>> whyNotReady, Supplier<String> metricsPage) {
        routing.route(Method.GET, "/health/live", (_, out) -> out.send("alive\n"));
        routing.route(Method.GET, "/health/ready", (_, out) -> {
            if (stopping) {
                out.status(Status.SERVICE_UNAVAILABLE_503).send("stopping\n");
                return;
            }
            var why = whyNotReady.get();
            if (why.isPresent()) {
                out.status(Status.SERVICE_UNAVAILABLE_503).send(why.get() + "\n");
            } else {
                out.send("ready\n");
            }
        });
        routing.route(
                Method.GET,
                "/metrics",
                (_, out) -> out.header(HeaderNames.CONTENT_TYPE, "text/plain; version=0.0.4; charset=utf-8")
                        .send(metricsPage.get()));
    }

    /// Requests so broken that they reach no route get the same failure body as all others.
    private static DirectHandlers brokenRequests(FailureBody failureBody) {
        DirectHandler handler = (request, event, status, headers, message) -> {
            var requestId = Dispatcher.newRequestId();
            var fault = fault(request, event, status);
            return DirectHandler.TransportResponse.builder()
                    .status(
                            switch (fault.message()) {
                                case BODY_TOO_LARGE -> Status.REQUEST_ENTITY_TOO_LARGE_413;
                                case INTERNAL_ERROR -> Status.INTERNAL_SERVER_ERROR_500;
                                default -> Status.BAD_REQUEST_400;
                            })
                    .header(HeaderNames.CONTENT_TYPE, "application/json")
                    .header(HeaderNames.create("X-Request-Id"), requestId)
                    .entity(Json.write(
                            failureBody.of(List.of(fault), Route.EmptyData.ABSENT, requestId, Locale.ENGLISH)))
                    .build();
        };
        var handlers = DirectHandlers.builder();
        for (var event : DirectHandler.EventType.values()) {
            handlers.addHandler(event, handler);
        }
        return handlers.build();
    }

    private static Fault fault(DirectHandler.TransportRequest request, DirectHandler.EventType event, Status status) {
        if (status.code() == Status.REQUEST_ENTITY_TOO_LARGE_413.code()) {
            return Fault.of(Message.BODY_TOO_LARGE, Request.MOST_BODY_BYTES);
        }
        // a fault while there is no request yet is the parser's way to say that it met nonsense
        return event == DirectHandler.EventType.INTERNAL_ERROR
                        && !request.path().isEmpty()
                ? Fault.of(Message.INTERNAL_ERROR)
                : Fault.of(Message.REQUEST_MALFORMED);
    }
}
