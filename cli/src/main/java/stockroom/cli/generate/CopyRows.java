package stockroom.cli.generate;

import java.nio.charset.StandardCharsets;
import java.util.Arrays;

/// Rows in PostgreSQL's text form, written as bytes: no text is made of them on the way. What is put must need no
/// escape.
final class CopyRows {
    private static final byte[] NOTHING = {'\\', 'N'};
    private static final byte[] HEX = "0123456789abcdef".getBytes(StandardCharsets.US_ASCII);
    private static final int LONGEST_NUMBER = 20;

    private final byte[] digits = new byte[LONGEST_NUMBER];
    private byte[] bytes = new byte[64 << 10];
    private int length;
    private boolean rowBegun;

    byte[] bytes() {
        return bytes;
    }

    int length() {
        return length;
    }

    void clear() {
        length = 0;
    }

    /// Begins the next column.
    CopyRows column() {
        if (rowBegun) {
            put('\t');
        }
        rowBegun = true;
        return this;
    }

    CopyRows column(long number) {
        return column().put(number);
    }

    CopyRows column(byte[] text) {
        return column().put(text);
    }

    CopyRows column(String text) {
        return column().put(text);
    }

    CopyRows column(boolean value) {
        return column().put(value ? 't' : 'f');
    }

    CopyRows nothing() {
        return column(NOTHING);
    }

    void endRow() {
        put('\n');
        rowBegun = false;
    }

    CopyRows put(char ascii) {
        reserve(1);
        bytes[length++] = (byte) ascii;
        return this;
    }

    CopyRows put(byte[] text) {
        reserve(text.length);
        System.arraycopy(text, 0, bytes, length, text.length);
        length += text.length;
        return this;
    }

    CopyRows put(String text) {
        return put(text.getBytes(StandardCharsets.UTF_8));
    }

    /// @param number not negative
    CopyRows put(long number) {
        int from = LONGEST_NUMBER;
        long left = number;
        do {
            digits[--from] = (byte) ('0' + left % 10);
            left /= 10;
        } while (left > 0);
        reserve(LONGEST_NUMBER - from);
        System.arraycopy(digits, from, bytes, length, LONGEST_NUMBER - from);
        length += LONGEST_NUMBER - from;
        return this;
    }

    /// All sixteen digits, from the highest on.
    CopyRows putHex(long value) {
        reserve(16);
        for (int shift = 60; shift >= 0; shift -= 4) {
            bytes[length++] = HEX[(int) (value >>> shift) & 15];
        }
        return this;
    }

    private void reserve(int more) {
        if (length + more > bytes.length) {
            bytes = Arrays.copyOf(bytes, Math.max(bytes.length * 2, length + more));
        }
    }
}
