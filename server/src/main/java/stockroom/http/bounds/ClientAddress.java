package stockroom.http.bounds;

import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.util.List;
import org.eclipse.jetty.http.HttpHeader;
import org.eclipse.jetty.server.Request;
import org.eclipse.jetty.util.InetAddressSet;

/// Finds whom a request comes from: the peer or, behind proxies we trust, the last address in `X-Forwarded-For`
/// that is not one of them.
public final class ClientAddress {
    private final InetAddressSet trustedProxies = new InetAddressSet();

    /// Without any, every caller is the peer.
    ///
    /// @param trustedProxies addresses and networks, of both versions
    public ClientAddress(List<String> trustedProxies) {
        this.trustedProxies.addAll(trustedProxies);
    }

    public String of(Request request) {
        var peer = request.getConnectionMetaData().getRemoteSocketAddress() instanceof InetSocketAddress address
                ? address.getAddress()
                : InetAddress.getLoopbackAddress();
        if (!isTrusted(peer)) {
            return peer.getHostAddress();
        }
        var hops = List.of(String.join(",", request.getHeaders().getValuesList(HttpHeader.X_FORWARDED_FOR))
                .split(",", -1));
        return hops.reversed().stream()
                .map(String::strip)
                .filter(hop -> !hop.isEmpty() && !isTrusted(hop))
                .findFirst()
                .orElseGet(peer::getHostAddress);
    }

    public boolean isTrusted(InetAddress address) {
        return trustedProxies.test(address);
    }

    private boolean isTrusted(String hop) {
        try {
            return isTrusted(InetAddress.ofLiteral(hop));
        } catch (IllegalArgumentException e) {
            return false;
        }
    }
}
