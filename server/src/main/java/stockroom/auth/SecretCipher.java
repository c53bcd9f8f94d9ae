package stockroom.auth;

import com.google.crypto.tink.Aead;
import com.google.crypto.tink.Configuration;
import com.google.crypto.tink.InsecureSecretKeyAccess;
import com.google.crypto.tink.KeysetHandle;
import com.google.crypto.tink.TinkJsonProtoKeysetFormat;
import com.google.crypto.tink.aead.AeadConfig2026;
import com.google.crypto.tink.aead.PredefinedAeadParameters;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileAttribute;
import java.nio.file.attribute.PosixFilePermission;
import java.nio.file.attribute.PosixFilePermissions;
import java.security.GeneralSecurityException;
import java.util.Set;
import stockroom.config.Secret;
import stockroom.config.SettingsException;

/// Encrypts application secrets (AES-256-GCM) with a keyset kept in a file, never in the database. A ciphertext is
/// bound to its application: moved to another one's row it cannot be opened.
public final class SecretCipher {
    private static final Configuration CONFIGURATION = AeadConfig2026.get();

    /// For files that hold secrets.
    public static final FileAttribute<Set<PosixFilePermission>> OWNER_ONLY =
            PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rw-------"));

    private final Aead aead;

    public SecretCipher(Path keysetFile) {
        try {
            var keyset = TinkJsonProtoKeysetFormat.parseKeyset(
                    Files.readString(keysetFile), CONFIGURATION, InsecureSecretKeyAccess.get());
            this.aead = keyset.getPrimitive(CONFIGURATION, Aead.class);
        } catch (IOException e) {
            throw new SettingsException(
                    "auth.keyset-file: %s cannot be read (make one with: stockroom-server create-keyset FILE)"
                            .formatted(keysetFile));
        } catch (GeneralSecurityException e) {
            throw new SettingsException("auth.keyset-file: %s is not a Tink keyset in JSON".formatted(keysetFile));
        }
    }

    /// Writes a new keyset that only its owner can read.
    public static void createKeyset(Path file) throws IOException {
        try {
            var keyset = KeysetHandle.generateNew(PredefinedAeadParameters.AES256_GCM, CONFIGURATION);
            Files.createFile(file, OWNER_ONLY);
            Files.writeString(
                    file,
                    TinkJsonProtoKeysetFormat.serializeKeyset(keyset, CONFIGURATION, InsecureSecretKeyAccess.get()));
        } catch (GeneralSecurityException e) {
            throw new IllegalStateException(e);
        }
    }

    public byte[] encrypt(long application, Secret secret) {
        try {
            return aead.encrypt(secret.reveal().getBytes(StandardCharsets.UTF_8), boundTo(application));
        } catch (GeneralSecurityException e) {
            throw new IllegalStateException(e);
        }
    }

    Secret decrypt(long application, byte[] ciphertext) {
        try {
            return new Secret(new String(aead.decrypt(ciphertext, boundTo(application)), StandardCharsets.UTF_8));
        } catch (GeneralSecurityException e) {
            throw new IllegalStateException(
                    "a secret of application %d does not open with this keyset".formatted(application), e);
        }
    }

    /// Whether this keyset is the one it was encrypted with.
    boolean opens(long application, byte[] ciphertext) {
        try {
            aead.decrypt(ciphertext, boundTo(application));
            return true;
        } catch (GeneralSecurityException e) {
            return false;
        }
    }

    private static byte[] boundTo(long application) {
        return "application %d".formatted(application).getBytes(StandardCharsets.UTF_8);
    }
}
