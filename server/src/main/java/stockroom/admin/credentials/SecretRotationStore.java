package stockroom.admin.credentials;

import java.util.List;
import java.util.function.IntConsumer;
import org.jdbi.v3.core.Handle;
import stockroom.audit.AuditStore;
import stockroom.audit.AuditStore.Subject;
import stockroom.audit.Operator;
import stockroom.auth.SecretCipher;
import stockroom.database.Database;

final class SecretRotationStore {
    private static final int BATCH = 100;
    private static final int TELL_EVERY = 10_000;

    private static final String NEXT = """
            SELECT application_id, slot, ciphertext FROM application_secret
            WHERE (application_id, slot) > (?, ?) AND substring(ciphertext FROM 1 FOR ?) <> ?
            ORDER BY application_id, slot LIMIT ?
            """;

    /// Changes no row if the secret was ended or replaced meanwhile.
    private static final String REPLACE = """
            UPDATE application_secret SET ciphertext = ? WHERE application_id = ? AND slot = ? AND ciphertext = ?
            """;

    private final Database database;

    SecretRotationStore(Database database) {
        this.database = database;
    }

    private record Slot(long application, int number) {}

    /// Encrypts the secrets whose ciphertext does not begin with `prefix`, and returns their number.
    int encrypt(byte[] prefix, SecretCipher cipher, IntConsumer progress) {
        int done = 0;
        var last = new Slot(0, 0);
        while (true) {
            var after = last;
            var batch = database.inTransaction("encrypt secrets", handle -> encryptSome(handle, prefix, cipher, after));
            if (batch.isEmpty()) {
                return done;
            }
            last = batch.getLast();
            if (done / TELL_EVERY < (done + batch.size()) / TELL_EVERY) {
                progress.accept(done + batch.size());
            }
            done += batch.size();
        }
    }

    void noteRotation(String key) {
        database.inTransaction("note rotation", handle -> {
            AuditStore.write(
                    handle, Operator.onTheServer(), "keyset.rotate", Subject.of("keyset key", key), null, null);
            return null;
        });
    }

    private static List<Slot> encryptSome(Handle handle, byte[] prefix, SecretCipher cipher, Slot after) {
        return handle.select(NEXT, after.application, after.number, prefix.length, prefix, BATCH)
                .map((row, _) -> {
                    var slot = new Slot(row.getLong("application_id"), row.getInt("slot"));
                    var present = row.getBytes("ciphertext");
                    var next = cipher.encryptAnew(slot.application, present);
                    handle.execute(REPLACE, next, slot.application, slot.number, present);
                    return slot;
                })
                .list();
    }
}
