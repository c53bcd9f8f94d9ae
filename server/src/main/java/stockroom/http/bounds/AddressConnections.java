package stockroom.http.bounds;

import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicLong;
import org.eclipse.jetty.io.Connection;
import org.jspecify.annotations.Nullable;

/// Closes further connections of an address that has too many already, so that nobody takes those of all others.
/// Trusted proxies carry many callers and have no such bound.
public final class AddressConnections implements Connection.Listener {
    private final int max;
    private final ClientAddress clientAddress;
    private final Map<InetAddress, Integer> open = new ConcurrentHashMap<>();
    private final AtomicLong refused = new AtomicLong();

    public AddressConnections(int max, ClientAddress clientAddress) {
        this.max = max;
        this.clientAddress = clientAddress;
    }

    @Override
    public void onOpened(Connection connection) {
        var address = bounded(connection);
        if (address != null && open.merge(address, 1, Integer::sum) > max) {
            refused.incrementAndGet();
            connection.getEndPoint().close();
        }
    }

    @Override
    public void onClosed(Connection connection) {
        var address = bounded(connection);
        if (address != null) {
            open.computeIfPresent(address, (_, connections) -> connections == 1 ? null : connections - 1);
        }
    }

    private @Nullable InetAddress bounded(Connection connection) {
        return connection.getEndPoint().getRemoteSocketAddress() instanceof InetSocketAddress peer
                        && !clientAddress.isTrusted(peer.getAddress())
                ? peer.getAddress()
                : null;
    }

    public long refused() {
        return refused.get();
    }
}
