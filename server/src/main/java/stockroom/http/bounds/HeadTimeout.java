package stockroom.http.bounds;

import static java.util.concurrent.TimeUnit.MILLISECONDS;

import java.time.Duration;
import java.util.Set;
import java.util.concurrent.TimeoutException;
import java.util.stream.Collectors;
import org.eclipse.jetty.http.HttpParser;
import org.eclipse.jetty.http.HttpParser.State;
import org.eclipse.jetty.io.EndPoint;
import org.eclipse.jetty.server.ServerConnector;
import org.eclipse.jetty.server.internal.HttpConnection;
import org.eclipse.jetty.util.component.AbstractLifeCycle;

/// Closes connections on which nothing comes at all, or the head of a request takes too long to arrive. Jetty bounds
/// its size and the silence between two bytes, but not a head that comes byte by byte, and whoever opens a connection
/// has something to say.
public final class HeadTimeout extends AbstractLifeCycle {
    private static final Duration FIRST_BYTE = Duration.ofSeconds(5);

    private final ServerConnector connector;
    private final Duration timeout;
    private Set<EndPoint> overdueBefore = Set.of();

    public HeadTimeout(ServerConnector connector, Duration timeout) {
        this.connector = connector;
        this.timeout = timeout;
    }

    @Override
    protected void doStart() {
        schedule();
    }

    private void schedule() {
        long millis = Math.clamp(timeout.toMillis() / 4, 10, 1_000);
        connector.getScheduler().schedule(() -> Thread.startVirtualThread(this::closeOverdue), millis, MILLISECONDS);
    }

    private void closeOverdue() {
        if (isRunning()) {
            var overdue = connector.getConnectedEndPoints().stream()
                    // what has come to a busy node, or to one that stood still, may not have been read yet
                    .filter(endPoint -> endPoint.isFillInterested() && isOverdue(endPoint))
                    .collect(Collectors.toSet());
            // twice, because what was read a moment ago may not have been parsed yet
            overdue.stream().filter(overdueBefore::contains).forEach(HeadTimeout::close);
            overdueBefore = overdue;
            schedule();
        }
    }

    private boolean isOverdue(EndPoint endPoint) {
        if (!(endPoint.getConnection() instanceof HttpConnection http)) {
            return false;
        }
        if (http.getBytesIn() == 0) {
            return System.currentTimeMillis() - endPoint.getCreatedTimeStamp() > FIRST_BYTE.toMillis();
        }
        // read before the state: 0 once the request is over
        long begun = http.getParser().getBeginNanoTime();
        return begun != 0 && System.nanoTime() - begun > timeout.toNanos() && isHeadArriving(http.getParser());
    }

    private static boolean isHeadArriving(HttpParser parser) {
        var state = parser.getState();
        return state.compareTo(State.START) > 0 && state.compareTo(State.CONTENT) < 0;
    }

    private static void close(EndPoint endPoint) {
        endPoint.close(new TimeoutException("the request did not arrive in time"));
    }
}
