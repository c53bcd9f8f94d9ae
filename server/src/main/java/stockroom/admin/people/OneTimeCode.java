package stockroom.admin.people;

import com.eatthepath.otp.TimeBasedOneTimePasswordGenerator;
import java.nio.charset.StandardCharsets;
import java.security.InvalidKeyException;
import java.security.MessageDigest;
import java.time.Instant;
import java.util.Locale;
import java.util.OptionalLong;
import java.util.stream.LongStream;
import javax.crypto.spec.SecretKeySpec;

/// Codes of six digits that change every 30 seconds, as authenticator apps show them (RFC 6238).
final class OneTimeCode {
    static final int SECRET_BYTES = 20;

    private static final TimeBasedOneTimePasswordGenerator GENERATOR = new TimeBasedOneTimePasswordGenerator();
    private static final long STEP_SECONDS = GENERATOR.getTimeStep().toSeconds();
    /// A phone's clock may be off by up to this many steps.
    private static final int TOLERANCE = 1;

    private OneTimeCode() {}

    /// Returns the step whose code was given. A step up to `lastStep` is not accepted again.
    static OptionalLong step(byte[] secret, String given, Instant now, long lastStep) {
        long present = now.getEpochSecond() / STEP_SECONDS;
        return LongStream.rangeClosed(present - TOLERANCE, present + TOLERANCE)
                .filter(step -> step > lastStep)
                .filter(step -> isEqual(code(secret, step), given))
                .findFirst();
    }

    static String code(byte[] secret, long step) {
        try {
            return GENERATOR.generateOneTimePasswordString(
                    new SecretKeySpec(secret, "RAW"), Instant.ofEpochSecond(step * STEP_SECONDS), Locale.ROOT);
        } catch (InvalidKeyException e) {
            throw new IllegalStateException(e);
        }
    }

    private static boolean isEqual(String expected, String given) {
        return MessageDigest.isEqual(expected.getBytes(StandardCharsets.UTF_8), given.getBytes(StandardCharsets.UTF_8));
    }
}
