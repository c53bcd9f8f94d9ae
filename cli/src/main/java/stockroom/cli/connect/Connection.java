package stockroom.cli.connect;

import java.net.URI;
import java.net.URISyntaxException;
import stockroom.cli.CommandFailure;
import stockroom.cli.ExitCode;

/// Where the admin interface is, and the key that opens it.
public record Connection(URI address, Key key) {
    /// Reads an address such as `http://127.0.0.1:9080`.
    static URI address(String text) {
        try {
            var address = new URI(text.endsWith("/") ? text.substring(0, text.length() - 1) : text);
            boolean http = "http".equals(address.getScheme()) || "https".equals(address.getScheme());
            if (http
                    && address.getHost() != null
                    && address.getRawQuery() == null
                    && address.getRawFragment() == null
                    && address.getRawUserInfo() == null) {
                return address;
            }
        } catch (URISyntaxException e) {
            // told below
        }
        throw new CommandFailure(
                ExitCode.USAGE, "address: %s (expected: such as http://127.0.0.1:9080)".formatted(text));
    }

    /// Whether the key travels where others may listen.
    static boolean isExposed(URI address) {
        return "http".equals(address.getScheme())
                && !address.getHost().equals("localhost")
                && !address.getHost().equals("[::1]")
                && !address.getHost().startsWith("127.");
    }
}
