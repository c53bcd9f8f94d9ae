package stockroom.requests;

import java.util.Arrays;
import java.util.HexFormat;
import java.util.Optional;
import stockroom.http.Request;
import stockroom.http.failure.Excerpt;
import stockroom.http.failure.Failure;
import stockroom.http.failure.RequestMessage;

/// `requestHash` distinguishes a repeated request from another one with the same key.
public record IdempotencyKey(String key, String requestHash) {
    private static final String HEADER = "Idempotency-Key";
    private static final int MAX_LENGTH = 64;

    public static Optional<IdempotencyKey> of(Request request) {
        return request.header(HEADER).map(text -> new IdempotencyKey(checked(text.strip()), request.hash()));
    }

    public byte[] hashBytes() {
        return HexFormat.of().parseHex(requestHash);
    }

    public static Failure missing() {
        return Failure.badRequest(HEADER, RequestMessage.IDEMPOTENCY_KEY_MISSING);
    }

    public void requireSame(byte[] hash) {
        if (!Arrays.equals(hash, hashBytes())) {
            throw reused();
        }
    }

    public Failure reused() {
        return Failure.badRequest(HEADER, RequestMessage.IDEMPOTENCY_KEY_REUSED, Excerpt.of(key));
    }

    private static String checked(String text) {
        if (text.isEmpty() || text.length() > MAX_LENGTH || !text.chars().allMatch(c -> c > ' ' && c <= '~')) {
            throw Failure.badRequest(HEADER, RequestMessage.IDEMPOTENCY_KEY_INVALID, Excerpt.of(text), MAX_LENGTH);
        }
        return text;
    }
}
