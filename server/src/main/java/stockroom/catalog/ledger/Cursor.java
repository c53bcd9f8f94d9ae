package stockroom.catalog.ledger;

import java.nio.ByteBuffer;
import java.time.Instant;
import java.util.Base64;
import java.util.Optional;
import stockroom.auth.MerchantId;
import stockroom.http.failure.Excerpt;
import stockroom.http.failure.Failure;
import stockroom.http.failure.Term;
import stockroom.http.input.Digest;

/// A caller's position in the ledger, valid for one merchant, call and filter. The epoch changes with each
/// restore. `push` is the last one read, and its time `at` makes it quicker to find.
public record Cursor(int epoch, long push, Instant at) {
    public static final Instant LATEST = Instant.parse("9999-01-01T00:00:00Z");

    private static final int BYTES = Long.BYTES + Integer.BYTES + Long.BYTES + Long.BYTES;

    public record Scope(MerchantId merchant, String filter) {
        public static Scope changes(MerchantId merchant) {
            return new Scope(merchant, "changes");
        }

        private long hash() {
            return ByteBuffer.wrap(Digest.sha256(merchant.value() + " " + filter))
                    .getLong();
        }
    }

    public String text(Scope scope) {
        var bytes = ByteBuffer.allocate(BYTES)
                .putLong(scope.hash())
                .putInt(epoch)
                .putLong(push)
                .putLong(at.toEpochMilli());
        return Base64.getUrlEncoder().withoutPadding().encodeToString(bytes.array());
    }

    public static Cursor of(String text, Scope scope) {
        return decoded(text)
                .filter(bytes -> bytes.getLong() == scope.hash())
                .map(bytes -> new Cursor(bytes.getInt(), bytes.getLong(), Instant.ofEpochMilli(bytes.getLong())))
                .filter(cursor -> cursor.push >= 0)
                .filter(cursor -> !cursor.at.isBefore(Instant.EPOCH) && !cursor.at.isAfter(LATEST))
                .orElseThrow(() -> invalid(text));
    }

    private static Optional<ByteBuffer> decoded(String text) {
        try {
            return Optional.of(ByteBuffer.wrap(Base64.getUrlDecoder().decode(text)))
                    .filter(bytes -> bytes.remaining() == BYTES);
        } catch (IllegalArgumentException e) {
            return Optional.empty();
        }
    }

    public static Failure invalid(String text) {
        var shown = text.isEmpty() ? Term.NOTHING : Excerpt.of(text);
        return Failure.badRequest("cursor", LedgerMessage.CURSOR_INVALID, shown);
    }
}
