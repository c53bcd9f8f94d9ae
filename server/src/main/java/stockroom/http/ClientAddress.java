package stockroom.http;

import io.helidon.http.HeaderNames;
import io.helidon.webserver.http.ServerRequest;
import java.net.InetSocketAddress;
import java.util.List;
import java.util.Set;

/// Finds whom a request comes from: the peer or, behind proxies we trust, the last address in `X-Forwarded-For`
/// that is not one of them.
final class ClientAddress {
    private final Set<String> trustedProxies;

    ClientAddress(List<String> trustedProxies) {
        this.trustedProxies = Set.copyOf(trustedProxies);
    }

    String of(ServerRequest request) {
        var peer = request.remotePeer().address() instanceof InetSocketAddress address
                ? address.getAddress().getHostAddress()
                : request.remotePeer().host();
        if (!trustedProxies.contains(peer) || !request.headers().contains(HeaderNames.X_FORWARDED_FOR)) {
            return peer;
        }
        var hops = List.of(String.join(
                        ",", request.headers().get(HeaderNames.X_FORWARDED_FOR).allValues())
                .split(",", -1));
        return hops.reversed().stream()
                .map(String::strip)
                .filter(hop -> !hop.isEmpty() && !trustedProxies.contains(hop))
                .findFirst()
                .orElse(peer);
    }
}
