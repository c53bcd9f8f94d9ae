package stockroom.http.bounds;

import java.net.InetSocketAddress;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicLong;
import org.eclipse.jetty.io.Connection;

/// Limits the connections of each [AddressBlock]. Trusted proxies are exempt, since they carry many callers.
public final class AddressConnections implements Connection.Listener {
    private final int max;
    private final ClientAddress clientAddress;
    /// A closed connection does not know its address.
    private final Map<Connection, AddressBlock> addresses = new ConcurrentHashMap<>();

    private final Map<AddressBlock, Integer> open = new ConcurrentHashMap<>();
    private final AtomicLong refused = new AtomicLong();

    public AddressConnections(int max, ClientAddress clientAddress) {
        this.max = max;
        this.clientAddress = clientAddress;
    }

    @Override
    public void onOpened(Connection connection) {
        if (connection.getEndPoint().getRemoteSocketAddress() instanceof InetSocketAddress peer
                && !clientAddress.isTrusted(peer.getAddress())) {
            var block = AddressBlock.of(peer.getAddress());
            addresses.put(connection, block);
            if (open.merge(block, 1, Integer::sum) > max) {
                refused.incrementAndGet();
                connection.getEndPoint().close();
            }
        }
    }

    @Override
    public void onClosed(Connection connection) {
        var address = addresses.remove(connection);
        if (address != null) {
            open.computeIfPresent(address, (_, connections) -> connections == 1 ? null : connections - 1);
        }
    }

    public long refused() {
        return refused.get();
    }
}
