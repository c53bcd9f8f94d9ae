package stockroom.http;

import java.io.IOException;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.time.Duration;
import java.util.concurrent.Executors;
import org.eclipse.jetty.http.HttpCompliance;
import org.eclipse.jetty.http.UriCompliance;
import org.eclipse.jetty.server.Handler;
import org.eclipse.jetty.server.HttpConfiguration;
import org.eclipse.jetty.server.Request;
import org.eclipse.jetty.server.Server;
import org.eclipse.jetty.server.ServerConnector;
import org.eclipse.jetty.server.handler.GracefulHandler;
import org.eclipse.jetty.util.thread.QueuedThreadPool;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import stockroom.http.Listeners.Bind;
import stockroom.http.bounds.AddressConnections;
import stockroom.http.bounds.BoundedHeads;
import stockroom.http.bounds.ConnectionLimit;
import stockroom.http.bounds.HeadTimeout;

/// Opens one port for HTTP/1, with a virtual thread for each request. Proxies handle TLS and HTTP/2.
final class Listener {
    private static final int MAX_HEAD_BYTES = 8 << 10;
    private static final int WAITING_CONNECTIONS = 4_096;

    private static final Logger LOG = LoggerFactory.getLogger(Listener.class);

    private final Bind bind;
    private final Server server;
    private final ServerConnector connector;

    /// `readTimeout` applies to the head of a request, `idleTimeout` to silence and unread responses.
    record ConnectionBounds(
            int maxConnections, AddressConnections addresses, Duration readTimeout, Duration idleTimeout) {}

    /// `refuse` responds to requests that Jetty does not pass to the handler.
    Listener(Bind bind, ConnectionBounds bounds, Handler handler, Request.Handler refuse) {
        this.bind = bind;
        var threads = new QueuedThreadPool(16, 4);
        threads.setVirtualThreadsExecutor(Executors.newVirtualThreadPerTaskExecutor());
        this.server = new Server(threads);
        this.connector = new ServerConnector(server, 1, -1, new BoundedHeads(configuration()));
        connector.setHost(bind.address());
        connector.setPort(bind.port());
        connector.setAcceptQueueSize(WAITING_CONNECTIONS);
        connector.setIdleTimeout(bounds.idleTimeout().toMillis());
        server.addConnector(connector);
        server.addBean(new ConnectionLimit(bounds.maxConnections(), connector));
        connector.addBean(bounds.addresses());
        server.addBean(new HeadTimeout(connector, bounds.readTimeout()));
        server.setHandler(new GracefulHandler(handler));
        server.setErrorHandler(refuse);
    }

    private static HttpConfiguration configuration() {
        var http = new HttpConfiguration();
        http.setSendServerVersion(false);
        http.setRequestHeaderSize(MAX_HEAD_BYTES);
        // the cache would take 38 KB for each connection with more than one call
        http.setHeaderCacheSize(0);
        http.setHttpCompliance(HttpCompliance.STRICT);
        // paths are compared as received and never used to find files
        http.setUriCompliance(UriCompliance.UNSAFE);
        return http;
    }

    void start() {
        try {
            server.start();
        } catch (Exception e) {
            throw cannotListen(bind, e.getCause() == null ? e : e.getCause());
        }
    }

    static ServerSocket bound(Bind bind) throws IOException {
        var socket = new ServerSocket();
        try {
            socket.setReuseAddress(true);
            socket.bind(new InetSocketAddress(bind.address(), bind.port()));
            return socket;
        } catch (IOException e) {
            socket.close();
            throw cannotListen(bind, e);
        }
    }

    private static CannotListenException cannotListen(Bind bind, Throwable why) {
        return new CannotListenException(
                "cannot listen on %s:%d: %s (see %s in docs/settings.md)"
                        .formatted(bind.address(), bind.port(), why.getMessage(), bind.settings()),
                why);
    }

    int port() {
        return connector.getLocalPort();
    }

    void stop(Duration drainTime) {
        server.setStopTimeout(Math.max(1, drainTime.toMillis()));
        try {
            server.stop();
        } catch (Exception e) {
            LOG.warn("stopped before all requests in progress ended: {}", e.toString());
        }
    }
}
