package stockroom.people;

import com.password4j.Argon2Function;
import com.password4j.types.Argon2;
import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.MeterRegistry;
import java.nio.charset.StandardCharsets;
import java.security.SecureRandom;
import java.text.Normalizer;
import java.time.Duration;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import stockroom.http.failure.Failure;
import stockroom.share.FairShare;
import stockroom.share.Owner;

/// Hashes passwords with Argon2id on one thread, so that a flood of sign-ins takes at most one processor. Those who
/// wait take turns: each address has one, and each person in a known browser, who come before all unknown ones.
final class PasswordHasher implements AutoCloseable {
    private static final int MEMORY_KIB = 19 * 1_024;
    private static final int PASSES = 2;
    private static final int LANES = 1;
    private static final int HASH_BYTES = 32;
    private static final int SALT_BYTES = 16;
    private static final int MAX_WAITING = 128;
    private static final Duration MAX_WAIT = Duration.ofSeconds(8);

    private static final Argon2Function ARGON2 =
            Argon2Function.getInstance(MEMORY_KIB, PASSES, LANES, HASH_BYTES, Argon2.ID);
    private static final SecureRandom RANDOM = new SecureRandom();

    private final FairShare turns = new FairShare(1);
    private final ExecutorService thread = Executors.newSingleThreadExecutor(
            Thread.ofPlatform().daemon().name("passwords").factory());
    /// Takes the place of the hash of a person who does not exist, so that a wrong name takes as long as a wrong
    /// password.
    private final String nobody = hashNow("nobody has this password");

    PasswordHasher(MeterRegistry metrics) {
        Gauge.builder("stockroom.passwords.waiting", turns, FairShare::waiting)
                .description("passwords that wait to be hashed")
                .register(metrics);
    }

    String hash(Owner owner, String password) {
        return inTurn(owner, () -> hashNow(password));
    }

    boolean verify(Owner owner, String password, String verifier) {
        return inTurn(owner, () -> ARGON2.check(normal(password), verifier));
    }

    void verifyNobody(Owner owner, String password) {
        verify(owner, password, nobody);
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

    private <T> T inTurn(Owner owner, Callable<T> work) {
        if (turns.waiting() >= MAX_WAITING) {
            throw new Failure.Overloaded();
        }
        try {
            if (!turns.await(owner, MAX_WAIT.toNanos())) {
                throw new Failure.Overloaded();
            }
            try {
                return thread.submit(work).get();
            } finally {
                turns.giveBack(owner, 1);
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new Failure.Overloaded();
        } catch (ExecutionException e) {
            throw new IllegalStateException(e);
        }
    }

    @Override
    public void close() {
        thread.shutdown();
    }
}
