package stockroom.cli.connect;

import java.util.Map;
import org.jspecify.annotations.Nullable;
import stockroom.cli.shell.CommandFailure;
import stockroom.cli.shell.ExitCode;
import stockroom.cli.show.Text;

/// A product's id or item number (artNo). An item number of digits alone is written `art:123`.
public record ProductName(String text) {
    private static final String PREFIX = "art:";

    public long id(AdminClient client, long merchant) {
        if (text.matches("[0-9]{1,10}")) {
            return Long.parseLong(text);
        }
        var artNo = text.startsWith(PREFIX) ? text.substring(PREFIX.length()) : text;
        var found = client.get("/merchants/" + merchant + "/products", Map.of("artNo", artNo))
                .json()
                .path("items");
        if (found.isEmpty()) {
            throw new CommandFailure(
                    ExitCode.NOT_FOUND,
                    "merchant %d has no product %s (expected: an id, or the ARTNO of: stockroom product list %d)",
                    merchant,
                    Text.plain(artNo),
                    merchant);
        }
        return found.get(0).path("productId").asLong();
    }

    public static @Nullable Long idOf(@Nullable ProductName product, AdminClient client, long merchant) {
        return product == null ? null : (Long) product.id(client, merchant);
    }

    @Override
    public String toString() {
        return text;
    }
}
