package stockroom.admin.people;

import org.jdbi.v3.core.Handle;
import org.jspecify.annotations.Nullable;
import stockroom.auth.SecretCipher;
import stockroom.database.Database;

/// Encrypts the secrets of second factors with another key of the keyset.
public final class FactorRotationStore {
    private static final int BATCH = 100;

    private static final String NEXT = """
            SELECT person_id, secret, next_secret FROM second_factor
            WHERE person_id > :after AND (substring(secret FROM 1 FOR :length) <> :prefix
                                       OR substring(next_secret FROM 1 FOR :length) <> :prefix)
            ORDER BY person_id LIMIT :rows FOR UPDATE
            """;

    private static final String REPLACE = "UPDATE second_factor SET secret = ?, next_secret = ? WHERE person_id = ?";

    private final Database database;

    public FactorRotationStore(Database database) {
        this.database = database;
    }

    /// Encrypts the secrets whose ciphertext does not begin with `prefix`, and returns the number of people.
    public int encrypt(byte[] prefix, SecretCipher cipher) {
        int done = 0;
        long last = 0;
        while (true) {
            long after = last;
            var batch = database.inTransaction(
                    "encrypt factors",
                    handle -> handle.createQuery(NEXT)
                            .bind("after", after)
                            .bind("length", prefix.length)
                            .bind("prefix", prefix)
                            .bind("rows", BATCH)
                            .map((row, _) -> {
                                long person = row.getLong("person_id");
                                replace(handle, cipher, person, row.getBytes("secret"), row.getBytes("next_secret"));
                                return person;
                            })
                            .list());
            if (batch.isEmpty()) {
                return done;
            }
            done += batch.size();
            last = batch.getLast();
        }
    }

    private static void replace(
            Handle handle, SecretCipher cipher, long person, byte @Nullable [] secret, byte @Nullable [] next) {
        handle.execute(REPLACE, anew(cipher, person, secret), anew(cipher, person, next), person);
    }

    private static byte @Nullable [] anew(SecretCipher cipher, long person, byte @Nullable [] sealed) {
        var context = SecondFactorStore.context(person);
        return sealed == null
                ? null
                : cipher.seal(
                        context,
                        cipher.open(context, sealed)
                                .orElseThrow(
                                        () -> new IllegalStateException("the %s does not open".formatted(context))));
    }
}
