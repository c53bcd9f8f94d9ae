package stockroom.cli.connect;

import java.util.Map;
import stockroom.cli.shell.CommandFailure;
import stockroom.cli.shell.ExitCode;
import stockroom.cli.show.Text;

/// A merchant's id or store name (storeUrl). A store name of digits alone is written `store:123`.
public record MerchantName(String text) {
    private static final String PREFIX = "store:";

    public long id(AdminClient client) {
        if (text.matches("[0-9]{1,18}")) {
            return Long.parseLong(text);
        }
        var storeUrl = text.startsWith(PREFIX) ? text.substring(PREFIX.length()) : text;
        var found =
                client.get("/merchants", Map.of("storeUrl", storeUrl)).json().path("items");
        if (found.isEmpty()) {
            throw new CommandFailure(
                    ExitCode.NOT_FOUND,
                    "there is no merchant %1$s (expected: an id or a store name)\n"
                            + "  stockroom merchant list --search %1$s",
                    Text.plain(storeUrl));
        }
        return found.get(0).path("merchantId").asLong();
    }

    @Override
    public String toString() {
        return text;
    }
}
