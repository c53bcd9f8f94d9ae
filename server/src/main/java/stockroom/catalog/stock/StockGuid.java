package stockroom.catalog.stock;

import java.util.HexFormat;
import stockroom.http.input.Digest;

/// The `guid` of a stock entry: 28 hex digits of a hash of its product and colour, and four of its size. Nothing is
/// stored, and an entry that is deleted and added again has the same one.
final class StockGuid {
    private static final HexFormat HEX = HexFormat.of();
    private static final int HASH_BYTES = 14;

    private final String colour;

    /// Of all sizes of a colour.
    StockGuid(int product, String colour) {
        this.colour = HEX.formatHex(Digest.sha256(product + " " + colour), 0, HASH_BYTES);
    }

    String ofSize(int size) {
        return colour + HEX.toHexDigits((short) size);
    }
}
