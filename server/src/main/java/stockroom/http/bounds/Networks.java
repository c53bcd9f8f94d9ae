package stockroom.http.bounds;

import java.util.List;
import org.eclipse.jetty.util.InetAddressSet;

/// Addresses and networks, or all addresses if there are none.
public final class Networks {
    private final InetAddressSet addresses = new InetAddressSet();

    public Networks(List<String> networks) {
        addresses.addAll(networks);
    }

    public boolean contain(ClientAddress.Client client) {
        return addresses.isEmpty()
                || ClientAddress.parse(client.text()).filter(addresses).isPresent();
    }
}
