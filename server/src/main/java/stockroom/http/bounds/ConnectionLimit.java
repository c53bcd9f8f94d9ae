package stockroom.http.bounds;

import static java.util.concurrent.TimeUnit.MILLISECONDS;

import java.time.Duration;
import org.eclipse.jetty.io.EndPoint;
import org.eclipse.jetty.io.IdleTimeout;
import org.eclipse.jetty.server.NetworkConnectionLimit;
import org.eclipse.jetty.server.ServerConnector;

/// Limits the connections of a listener. While it is full, it closes idle ones, so that they cannot keep others out,
/// however many addresses they come from. Jetty can do that, too, but it closes all of them at once in the thread that
/// accepts connections, and examines all of them again for each connection that it then accepts.
public final class ConnectionLimit extends NetworkConnectionLimit {
    private static final Duration IDLE_WHEN_FULL = Duration.ofSeconds(1);
    private static final Duration PAUSE = Duration.ofMillis(100);
    private static final int CLOSED_AT_ONCE = 200;

    private final ServerConnector connector;
    private volatile boolean full;

    public ConnectionLimit(int max, ServerConnector connector) {
        super(max, connector);
        this.connector = connector;
    }

    @Override
    protected void doStart() throws Exception {
        super.doStart();
        schedule();
    }

    @Override
    protected void limit() {
        super.limit();
        full = true;
    }

    @Override
    protected void unlimit() {
        super.unlimit();
        full = false;
    }

    private void schedule() {
        connector
                .getScheduler()
                .schedule(() -> Thread.startVirtualThread(this::closeIdle), PAUSE.toMillis(), MILLISECONDS);
    }

    private void closeIdle() {
        if (isRunning()) {
            if (full) {
                connector.getConnectedEndPoints().stream()
                        .filter(ConnectionLimit::isIdle)
                        .limit(CLOSED_AT_ONCE)
                        .forEach(this::timeOut);
            }
            schedule();
        }
    }

    /// A connection whose request is being processed reads nothing, and would otherwise take the place of an idle one.
    private static boolean isIdle(EndPoint endPoint) {
        return endPoint.isFillInterested()
                && endPoint instanceof IdleTimeout idle
                && idle.getIdleFor() > IDLE_WHEN_FULL.toMillis();
    }

    /// Lets Jetty find that the connection is idle, and close it.
    private void timeOut(EndPoint endPoint) {
        endPoint.setIdleTimeout(IDLE_WHEN_FULL.toMillis());
        endPoint.setIdleTimeout(connector.getIdleTimeout());
    }
}
