package stockroom.auth;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.nio.file.attribute.FileAttribute;
import java.nio.file.attribute.PosixFilePermission;
import java.nio.file.attribute.PosixFilePermissions;
import java.security.GeneralSecurityException;
import java.util.Optional;
import java.util.Set;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import stockroom.auth.KeysetFile.Keyset;
import stockroom.config.Secret;
import stockroom.config.SettingsException;

/// Encrypts application secrets with AES-256-GCM. A ciphertext opens only for its own application. The keyset
/// file is read again after a change: before encrypting, so that a replaced key encrypts nothing more, and when
/// a ciphertext does not open.
public final class SecretCipher {
    private static final Logger LOG = LoggerFactory.getLogger(SecretCipher.class);

    public static final FileAttribute<Set<PosixFilePermission>> OWNER_ONLY =
            PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rw-------"));

    private final KeysetFile file;
    private volatile Keyset keyset;

    public SecretCipher(Path keysetFile) {
        this.file = new KeysetFile(keysetFile);
        this.keyset = file.read();
    }

    public static void createKeyset(Path file) throws IOException {
        new KeysetFile(file).create();
    }

    public byte[] encrypt(long application, Secret secret) {
        return seal(context(application), secret.reveal().getBytes(StandardCharsets.UTF_8));
    }

    public byte[] encryptAnew(long application, byte[] ciphertext) {
        return encrypt(application, decrypt(application, ciphertext));
    }

    Secret decrypt(long application, byte[] ciphertext) {
        try {
            return new Secret(new String(opened(ciphertext, context(application)), StandardCharsets.UTF_8));
        } catch (GeneralSecurityException e) {
            throw new IllegalStateException(
                    "a secret of application %d does not open with this keyset".formatted(application), e);
        }
    }

    /// The text opens only under the same `context`, which names what it is.
    public byte[] seal(String context, byte[] text) {
        refresh();
        try {
            return keyset.aead().encrypt(text, context.getBytes(StandardCharsets.UTF_8));
        } catch (GeneralSecurityException e) {
            throw new IllegalStateException(e);
        }
    }

    public Optional<byte[]> open(String context, byte[] encrypted) {
        try {
            return Optional.of(opened(encrypted, context));
        } catch (GeneralSecurityException e) {
            return Optional.empty();
        }
    }

    public boolean opens(long application, byte[] ciphertext) {
        return open(context(application), ciphertext).isPresent();
    }

    private byte[] opened(byte[] ciphertext, String context) throws GeneralSecurityException {
        var tried = keyset;
        try {
            return tried.aead().decrypt(ciphertext, context.getBytes(StandardCharsets.UTF_8));
        } catch (GeneralSecurityException e) {
            refresh();
            if (keyset.version().equals(tried.version())) {
                throw e;
            }
            return keyset.aead().decrypt(ciphertext, context.getBytes(StandardCharsets.UTF_8));
        }
    }

    private void refresh() {
        if (file.isAt(keyset.version())) {
            return;
        }
        try {
            keyset = file.read();
            LOG.info("read the changed keyset file: key {} encrypts now", Integer.toUnsignedString(keyset.keyId()));
        } catch (SettingsException e) {
            LOG.warn("cannot read the changed keyset file, the previous keyset stays in use: {}", e.getMessage());
        }
    }

    private static String context(long application) {
        return "application " + application;
    }
}
