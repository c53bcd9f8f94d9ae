package stockroom.cli.connect;

import java.net.URI;
import java.net.URISyntaxException;
import stockroom.cli.shell.CommandFailure;
import stockroom.cli.shell.Secret;

/// Where the admin interface is, and the key that opens it.
public record Connection(URI address, Secret key) {
    /// Checks here what would otherwise end as a header the HTTP client refuses, with the key in its message.
    public Connection {
        if (key.reveal().isEmpty() || !key.reveal().chars().allMatch(c -> c > ' ' && c < 127)) {
            throw CommandFailure.usage(
                    "the operator's key is empty or has characters no key has (not shown); copy it again, whole");
        }
    }

    /// Reads an address such as `http://127.0.0.1:9080`.
    ///
    /// @param what it is called where it was given
    /// @param example that is shown where it is none
    public static URI address(String what, String text, String example) {
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
        throw CommandFailure.usage("%s: %s (expected: such as %s)", what, text, example);
    }

    /// The address of an admin interface.
    static URI address(String text) {
        return address("address", text, "http://127.0.0.1:9080");
    }

    /// Whether the key travels where others may listen.
    static boolean isExposed(URI address) {
        return "http".equals(address.getScheme())
                && !address.getHost().equals("localhost")
                && !address.getHost().equals("[::1]")
                && !address.getHost().startsWith("127.");
    }
}
