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

/// Closes connections that send nothing, or whose request head takes too long. Jetty limits the size of a head and
/// the silence between two bytes, but not a head that arrives byte by byte.
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
                    // skips connections with unread data, which a busy or suspended node may not have got to yet
                    .filter(endPoint -> endPoint.isFillInterested() && isOverdue(endPoint))
                    .collect(Collectors.toSet());
            // requires two findings in a row, because data just read may not be parsed yet
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
        // must be read before the state: it is 0 once the request is over
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
