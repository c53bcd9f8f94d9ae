package stockroom.http.input;

import stockroom.http.failure.Failure;

/// JSON and forms begin with ASCII characters other than NUL, which distinguishes the encodings.
public final class Encoding {
    private Encoding() {}

    public static boolean looksLikeJson(byte[] body) {
        int i = 0;
        while (i < body.length && Character.isWhitespace(body[i])) {
            i++;
        }
        return i < body.length && body[i] == '{';
    }

    /// The bytes of UTF-16 and UTF-32 may pass for UTF-8 that makes no sense.
    public static void requireUtf8(byte[] body) {
        int first = body.length < 2 ? 0x2020 : ((body[0] & 0xff) << 8) | (body[1] & 0xff);
        int second = body.length < 4 ? 0x2020 : ((body[2] & 0xff) << 8) | (body[3] & 0xff);
        boolean marked = first == 0xfeff || first == 0xfffe;
        if (marked || (first & 0xff) == 0 || first >>> 8 == 0) {
            boolean wide = first == 0 || (second == 0 && first != 0xfeff);
            throw Failure.badRequest(InputMessage.BODY_NOT_UTF8, wide ? "UTF-32" : "UTF-16");
        }
    }
}
