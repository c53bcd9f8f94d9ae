package stockroom.catalog;

import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;

/// The `guid` of a stock entry: 28 hex digits of a hash of its product and colour, and four of its size. Nothing is
/// stored, and an entry that is deleted and added again has the same one.
final class StockGuid {
    private static final HexFormat HEX = HexFormat.of();
    private static final int HASH_BYTES = 14;

    private final String colour;

    /// Of all sizes of a colour.
    StockGuid(int product, String colour) {
        this.colour = HEX.formatHex(sha256(product + " " + colour), 0, HASH_BYTES);
    }

    String ofSize(int size) {
        return colour + HEX.toHexDigits((short) size);
    }

    private static byte[] sha256(String text) {
        try {
            return MessageDigest.getInstance("SHA-256").digest(text.getBytes(StandardCharsets.UTF_8));
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException(e);
        }
    }
}
