package stockroom.people;

import com.password4j.Argon2Function;
import com.password4j.types.Argon2;
import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.MeterRegistry;
import java.nio.charset.StandardCharsets;
import java.security.SecureRandom;
import java.text.Normalizer;
import java.util.Optional;
import stockroom.people.PasswordQueue.Group;
import stockroom.share.Owner;

/// Hashes passwords with Argon2id, in turn.
final class PasswordHasher implements AutoCloseable {
    private static final int MEMORY_KIB = 19 * 1_024;
    private static final int PASSES = 2;
    private static final int LANES = 1;
    private static final int HASH_BYTES = 32;
    private static final int SALT_BYTES = 16;
    private static final Argon2Function ARGON2 =
            Argon2Function.getInstance(MEMORY_KIB, PASSES, LANES, HASH_BYTES, Argon2.ID);
    private static final SecureRandom RANDOM = new SecureRandom();

    private final PasswordQueue queue = new PasswordQueue();
    /// Takes the place of the hash of a person who does not exist, so that a wrong name takes as long as a wrong
    /// password.
    private final String nobody = hashNow("nobody has this password");

    PasswordHasher(MeterRegistry metrics) {
        Gauge.builder("stockroom.passwords.waiting", queue, PasswordQueue::waiting)
                .description("passwords that wait to be hashed")
                .register(metrics);
    }

    String hash(Owner owner, String password) {
        return queue.run(Group.KNOWN, owner, () -> hashNow(password));
    }

    boolean verify(Group group, Owner owner, String password, Optional<String> verifier) {
        var compared = verifier.orElse(nobody);
        return queue.run(group, owner, () -> ARGON2.check(normal(password), compared)) && verifier.isPresent();
    }

    private static String hashNow(String password) {
        var salt = new byte[SALT_BYTES];
        RANDOM.nextBytes(salt);
        return ARGON2.hash(normal(password).getBytes(StandardCharsets.UTF_8), salt)
                .getResult();
    }

    /// Keyboards write some letters in more than one way.
    private static String normal(String password) {
        return Normalizer.normalize(password, Normalizer.Form.NFC);
    }

    @Override
    public void close() {
        queue.close();
    }
}
