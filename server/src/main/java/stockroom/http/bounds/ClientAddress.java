package stockroom.http.bounds;

import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.util.List;
import java.util.Optional;
import org.eclipse.jetty.http.HttpHeader;
import org.eclipse.jetty.server.Request;
import org.eclipse.jetty.util.InetAddressSet;

/// Determines the address of a caller: the peer or, behind trusted proxies, the last address in
/// `X-Forwarded-For` that is not one of them.
public final class ClientAddress {
    private final InetAddressSet trustedProxies = new InetAddressSet();

    public ClientAddress(List<String> trustedProxies) {
        this.trustedProxies.addAll(trustedProxies);
    }

    /// Limits apply to `block`, which is the proxy's if its claim is no address. `text` is then the claim.
    public record Client(String text, AddressBlock block) {}

    public Client of(Request request) {
        var peer = request.getConnectionMetaData().getRemoteSocketAddress() instanceof InetSocketAddress address
                ? address.getAddress()
                : InetAddress.getLoopbackAddress();
        var direct = new Client(peer.getHostAddress(), AddressBlock.of(peer));
        if (!isTrusted(peer)) {
            return direct;
        }
        var hops = List.of(String.join(",", request.getHeaders().getValuesList(HttpHeader.X_FORWARDED_FOR))
                .split(",", -1));
        return hops.reversed().stream()
                .map(String::strip)
                .filter(hop -> !hop.isEmpty() && !isTrusted(hop))
                .findFirst()
                .map(hop -> parse(hop)
                        .map(address -> new Client(address.getHostAddress(), AddressBlock.of(address)))
                        .orElseGet(() -> new Client(hop, direct.block)))
                .orElse(direct);
    }

    public boolean isTrusted(InetAddress address) {
        return trustedProxies.test(address);
    }

    static Optional<InetAddress> parse(String text) {
        // Java also accepts 10.1 as an address
        if (!text.contains(":") && text.split("\\.", -1).length != 4) {
            return Optional.empty();
        }
        try {
            return Optional.of(InetAddress.ofLiteral(text));
        } catch (IllegalArgumentException e) {
            return Optional.empty();
        }
    }

    private boolean isTrusted(String hop) {
        try {
            return isTrusted(InetAddress.ofLiteral(hop));
        } catch (IllegalArgumentException e) {
            return false;
        }
    }
}
