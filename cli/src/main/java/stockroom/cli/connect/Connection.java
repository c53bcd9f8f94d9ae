package stockroom.cli.connect;

import java.net.URI;
import java.net.URISyntaxException;
import stockroom.cli.shell.CommandFailure;
import stockroom.cli.shell.Secret;

public record Connection(URI address, Secret key) {
    /// Rejects keys that the HTTP client would refuse as a header, because its message would show the key.
    public Connection {
        if (key.reveal().isEmpty() || !key.reveal().chars().allMatch(c -> c > ' ' && c < 127)) {
            throw CommandFailure.usage(
                    "the operator key is empty or has characters no key has (not shown); copy the whole key again");
        }
    }

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
            // reported below
        }
        throw CommandFailure.usage("%s: %s (expected: such as %s)", what, text, example);
    }

    static URI address(String text) {
        return address("address", text, "http://127.0.0.1:9080");
    }

    static boolean isExposed(URI address) {
        return "http".equals(address.getScheme())
                && !address.getHost().equals("localhost")
                && !address.getHost().equals("[::1]")
                && !address.getHost().startsWith("127.");
    }
}
