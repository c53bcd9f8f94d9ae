package stockroom.auth;

import com.google.crypto.tink.Aead;
import com.google.crypto.tink.Configuration;
import com.google.crypto.tink.InsecureSecretKeyAccess;
import com.google.crypto.tink.KeysetHandle;
import com.google.crypto.tink.TinkJsonProtoKeysetFormat;
import com.google.crypto.tink.aead.AeadConfig2026;
import com.google.crypto.tink.aead.AeadKey;
import com.google.crypto.tink.aead.PredefinedAeadParameters;
import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.BasicFileAttributes;
import java.nio.file.attribute.PosixFileAttributeView;
import java.nio.file.attribute.PosixFilePermission;
import java.security.GeneralSecurityException;
import java.util.List;
import java.util.Objects;
import java.util.function.Consumer;
import stockroom.config.SettingsException;

/// Holds a Tink keyset of one key, or of two while the second replaces the first.
public final class KeysetFile {
    private static final Configuration CONFIGURATION = AeadConfig2026.get();

    private final Path file;

    public KeysetFile(Path file) {
        this.file = file;
    }

    /// `version` changes whenever the file does.
    public record Keyset(KeysetHandle handle, Aead aead, Object version) {
        public int size() {
            return handle.size();
        }

        public boolean usesLast() {
            return handle.getAt(handle.size() - 1).isPrimary();
        }

        public int keyId() {
            return handle.getPrimary().getId();
        }

        /// Returns the bytes that every ciphertext of the encrypting key begins with.
        public byte[] prefix() {
            return ((AeadKey) handle.getPrimary().getKey()).getOutputPrefix().toByteArray();
        }
    }

    void create() throws IOException {
        try {
            var keyset = KeysetHandle.generateNew(PredefinedAeadParameters.AES256_GCM, CONFIGURATION);
            Files.createFile(file, SecretCipher.OWNER_ONLY);
            Files.writeString(file, json(keyset));
        } catch (FileAlreadyExistsException e) {
            throw new SettingsException(
                    "%s: exists already (a keyset is not overwritten: what it has encrypted could not be read any more)"
                            .formatted(file));
        } catch (GeneralSecurityException e) {
            throw new IllegalStateException(e);
        }
    }

    /// Reads the keyset.
    ///
    /// @throws SettingsException if the file cannot be read, is no keyset, or is readable by everyone
    public Keyset read() {
        try {
            refuseIfForEveryone();
            // the version is read before the content: if the file changes in between, it is read again later
            var version = version();
            var handle = TinkJsonProtoKeysetFormat.parseKeyset(
                    Files.readString(file), CONFIGURATION, InsecureSecretKeyAccess.get());
            return new Keyset(handle, handle.getPrimitive(CONFIGURATION, Aead.class), version);
        } catch (NoSuchFileException e) {
            throw new SettingsException(
                    "auth.keyset-file: there is no file %1$s (make it with: stockroom-server create-keyset %1$s)"
                            .formatted(file));
        } catch (IOException e) {
            throw new SettingsException(
                    "auth.keyset-file: %s cannot be read (expected: a file that the server's user may read)"
                            .formatted(file));
        } catch (GeneralSecurityException e) {
            throw new SettingsException("auth.keyset-file: %s is not a Tink keyset in JSON".formatted(file));
        }
    }

    private void refuseIfForEveryone() throws IOException {
        var view = Files.getFileAttributeView(file, PosixFileAttributeView.class);
        if (view == null) {
            return;
        }
        var permissions = view.readAttributes().permissions();
        if (permissions.contains(PosixFilePermission.OTHERS_READ)
                || permissions.contains(PosixFilePermission.OTHERS_WRITE)) {
            throw new SettingsException(
                    "auth.keyset-file: everyone can read or write %1$s (expected: its owner alone: chmod 600 %1$s)"
                            .formatted(file));
        }
    }

    boolean isAt(Object version) {
        try {
            return version().equals(version);
        } catch (IOException e) {
            // the keyset read earlier is still usable
            return true;
        }
    }

    private Object version() throws IOException {
        var attributes = Files.readAttributes(file, BasicFileAttributes.class);
        return List.of(
                attributes.lastModifiedTime(), attributes.size(), Objects.requireNonNullElse(attributes.fileKey(), ""));
    }

    public void addKey() {
        change(builder -> builder.addEntry(KeysetHandle.generateEntryFromParameters(PredefinedAeadParameters.AES256_GCM)
                .withRandomId()));
    }

    public void useLast() {
        change(builder -> builder.getAt(builder.size() - 1).makePrimary());
    }

    public void removeFirst() {
        change(builder -> builder.deleteAt(0));
    }

    private void change(Consumer<KeysetHandle.Builder> change) {
        try {
            var builder = KeysetHandle.newBuilder(read().handle).setConfiguration(CONFIGURATION);
            change.accept(builder);
            replace(json(builder.build()));
        } catch (IOException e) {
            throw new SettingsException("auth.keyset-file: %s cannot be written (%s)".formatted(file, e));
        } catch (GeneralSecurityException e) {
            throw new IllegalStateException(e);
        }
    }

    /// Replaces the file atomically and keeps its owner and group, so that whoever could read it still can.
    private void replace(String content) throws IOException {
        var place = file.toRealPath();
        var next = place.resolveSibling(place.getFileName() + ".new");
        Files.deleteIfExists(next);
        Files.createFile(next, SecretCipher.OWNER_ONLY);
        Files.writeString(next, content);
        var old =
                Files.getFileAttributeView(place, PosixFileAttributeView.class).readAttributes();
        var view = Files.getFileAttributeView(next, PosixFileAttributeView.class, LinkOption.NOFOLLOW_LINKS);
        if (!view.readAttributes().owner().equals(old.owner())) {
            view.setOwner(old.owner());
        }
        if (!view.readAttributes().group().equals(old.group())) {
            view.setGroup(old.group());
        }
        view.setPermissions(old.permissions());
        try (var channel = FileChannel.open(next, StandardOpenOption.WRITE)) {
            channel.force(true);
        }
        Files.move(next, place, StandardCopyOption.ATOMIC_MOVE);
    }

    private static String json(KeysetHandle keyset) throws GeneralSecurityException {
        return TinkJsonProtoKeysetFormat.serializeKeyset(keyset, CONFIGURATION, InsecureSecretKeyAccess.get());
    }
}
