package stockroom.cli.doctor;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.security.GeneralSecurityException;
import java.security.MessageDigest;
import java.util.HexFormat;
import javax.crypto.Mac;
import javax.crypto.spec.SecretKeySpec;

/// Makes correct and mistaken signatures. The correct one is MD5 of the secret followed by the timestamp.
final class Digests {
    private static final HexFormat UPPER_CASE = HexFormat.of().withUpperCase();

    private Digests() {}

    static String md5(String text) {
        return md5(text.getBytes(UTF_8));
    }

    static String md5(byte[] bytes) {
        try {
            return UPPER_CASE.formatHex(MessageDigest.getInstance("MD5").digest(bytes));
        } catch (GeneralSecurityException e) {
            throw new IllegalStateException(e);
        }
    }

    static String hmacMd5(String key, String text) {
        try {
            var mac = Mac.getInstance("HmacMD5");
            mac.init(new SecretKeySpec(key.getBytes(UTF_8), "HmacMD5"));
            return UPPER_CASE.formatHex(mac.doFinal(text.getBytes(UTF_8)));
        } catch (GeneralSecurityException e) {
            throw new IllegalStateException(e);
        }
    }
}
