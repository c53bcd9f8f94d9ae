package stockroom.catalog.stock;

import java.util.HexFormat;
import stockroom.http.input.Digest;

/// The `guid` is 28 hex digits of a hash of product and colour, and four of the size. It is not stored, so an
/// entry deleted and added again gets the same one.
final class StockGuid {
    private static final HexFormat HEX = HexFormat.of();
    private static final int HASH_BYTES = 14;

    private final String colour;

    StockGuid(int product, String colour) {
        this.colour = HEX.formatHex(Digest.sha256(product + " " + colour), 0, HASH_BYTES);
    }

    String ofSize(int size) {
        return colour + HEX.toHexDigits((short) size);
    }
}
