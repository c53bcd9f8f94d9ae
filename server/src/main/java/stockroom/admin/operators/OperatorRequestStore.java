package stockroom.admin.operators;

import java.nio.charset.StandardCharsets;
import java.util.HexFormat;
import java.util.Optional;
import org.jdbi.v3.core.Handle;
import org.jspecify.annotations.Nullable;
import stockroom.audit.Operator;
import stockroom.auth.SecretCipher;
import stockroom.database.Database;
import stockroom.database.clock.ClockStore;
import stockroom.requests.IdempotencyKey;

/// Keeps operators' requests that had an Idempotency-Key, with their responses. A request is claimed in the
/// transaction that carries it out, so it takes effect once only.
public final class OperatorRequestStore {
    private static final String CLAIM = """
            INSERT INTO operator_request (key_id, key, request_hash) VALUES (?, ?, ?)
            ON CONFLICT DO NOTHING
            """;

    private static final String KEEP = """
            UPDATE operator_request SET answer = ?, merchant_id = ? WHERE key_id = ? AND key = ?
            """;

    private static final String FORGET = "DELETE FROM operator_request WHERE created_at < ?";

    private static final String FIND = "SELECT request_hash, answer FROM operator_request WHERE key_id = ? AND key = ?";

    private final Database database;
    private final SecretCipher cipher;

    public OperatorRequestStore(Database database, SecretCipher cipher) {
        this.database = database;
        this.cipher = cipher;
    }

    static final class Done extends RuntimeException {
        private static final long serialVersionUID = 1L;

        private Done() {
            super(null, null, false, false);
        }
    }

    /// `answer` is empty if only the claim is known.
    record Kept(String requestHash, Optional<String> answer) {}

    /// Waits for a concurrent request with the same key. Throws [Done] if one was carried out.
    public static void claim(Handle handle, Operator by) {
        if (by.claim() == null) {
            return;
        }
        if (handle.execute(CLAIM, by.keyId(), by.claim().key(), by.claim().hashBytes()) == 0) {
            throw new Done();
        }
    }

    void keep(Operator by, IdempotencyKey claim, String answer, Optional<Long> merchant) {
        var encrypted = cipher.seal(context(by, claim), answer.getBytes(StandardCharsets.UTF_8));
        database.run(
                "keep answer",
                handle -> handle.execute(KEEP, encrypted, merchant.orElse(null), by.keyId(), claim.key()));
        database.run(
                "forget operator requests",
                handle -> ClockStore.trustedTime(handle).map(time -> handle.execute(FORGET, time.minusDays(1))));
    }

    Optional<Kept> find(Operator by, IdempotencyKey claim) {
        return database.run(
                "operator request",
                handle -> handle.select(FIND, by.keyId(), claim.key())
                        .map((row, _) -> new Kept(
                                HexFormat.of().formatHex(row.getBytes("request_hash")),
                                opened(row.getBytes("answer"), context(by, claim))))
                        .findOne());
    }

    private Optional<String> opened(byte @Nullable [] answer, String context) {
        return Optional.ofNullable(answer)
                .flatMap(encrypted -> cipher.open(context, encrypted))
                .map(text -> new String(text, StandardCharsets.UTF_8));
    }

    private static String context(Operator by, IdempotencyKey claim) {
        return "answer of operator key %d to %s".formatted(by.keyId(), claim.key());
    }
}
