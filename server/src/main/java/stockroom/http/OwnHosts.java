package stockroom.http;

import java.net.InetAddress;
import java.net.UnknownHostException;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.eclipse.jetty.http.HttpStatus;
import org.eclipse.jetty.server.Handler;
import org.eclipse.jetty.server.Request;
import org.eclipse.jetty.server.Response;
import org.eclipse.jetty.util.Callback;
import stockroom.http.bounds.AddressBlock;

/// Refuses foreign host names. Otherwise a web page could make its own host name point to this port and read
/// the responses through an operator's browser.
final class OwnHosts extends Handler.Wrapper {
    private final Set<String> allowed;

    /// The names are looked up on first use, since the name service may be slow.
    private static final class Machine {
        static final Set<String> NAMES = names();

        private static Set<String> names() {
            try {
                var machine = InetAddress.getLocalHost();
                return Stream.of(machine.getHostName(), machine.getCanonicalHostName())
                        .map(OwnHosts::plain)
                        .collect(Collectors.toSet());
            } catch (UnknownHostException e) {
                return Set.of();
            }
        }
    }

    OwnHosts(List<String> allowed, Handler handler) {
        super(handler);
        this.allowed = allowed.stream().map(OwnHosts::plain).collect(Collectors.toSet());
    }

    @Override
    public boolean handle(Request request, Response response, Callback callback) throws Exception {
        var host = request.getHttpURI().getHost();
        if (host == null || isOwn(plain(host))) {
            return super.handle(request, response, callback);
        }
        Response.writeError(request, response, callback, HttpStatus.MISDIRECTED_REQUEST_421);
        return true;
    }

    private boolean isOwn(String host) {
        return host.equals("localhost")
                || AddressBlock.parse(host).isPresent()
                || allowed.contains(host)
                || Machine.NAMES.contains(host);
    }

    private static String plain(String host) {
        var name = host.toLowerCase(Locale.ROOT);
        if (name.startsWith("[") && name.endsWith("]")) {
            return name.substring(1, name.length() - 1);
        }
        return name.endsWith(".") ? name.substring(0, name.length() - 1) : name;
    }
}
