package stockroom.admin.people;

/// Writes bytes as RFC 4648 does, without padding. Authenticator apps expect it, and it is easy to type.
public final class Base32 {
    private static final String ALPHABET = "ABCDEFGHIJKLMNOPQRSTUVWXYZ234567";
    private static final int BITS = 5;
    private static final int LAST = (1 << BITS) - 1;

    private Base32() {}

    public static String of(byte[] bytes) {
        var text = new StringBuilder();
        int buffer = 0;
        int bits = 0;
        for (byte next : bytes) {
            buffer = (buffer << Byte.SIZE) | (next & 0xff);
            bits += Byte.SIZE;
            while (bits >= BITS) {
                bits -= BITS;
                text.append(ALPHABET.charAt((buffer >> bits) & LAST));
            }
        }
        if (bits > 0) {
            text.append(ALPHABET.charAt((buffer << (BITS - bits)) & LAST));
        }
        return text.toString();
    }
}
