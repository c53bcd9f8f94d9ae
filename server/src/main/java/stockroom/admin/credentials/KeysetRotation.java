package stockroom.admin.credentials;

import java.nio.file.Path;
import java.time.Duration;
import java.util.function.Consumer;
import stockroom.auth.KeysetFile;
import stockroom.auth.KeysetFile.Keyset;
import stockroom.auth.SecretCipher;
import stockroom.config.SettingsException;
import stockroom.database.Database;

/// Replaces the key that application secrets are encrypted with, while servers go on. Every step can be stopped and
/// run again: the keyset's file and the secrets say how far it is.
///
/// Servers read the file again when they need to, so they know a key before anything is encrypted with it. Each must
/// have the file of the step before.
public final class KeysetRotation {
    private final Path path;
    private final KeysetFile file;
    private final SecretRotationStore secrets;
    private final Duration longestRequest;
    private final Consumer<String> progress;

    /// @param longestRequest how long a server may take from encrypting a secret to committing it
    public KeysetRotation(Path file, Database database, Duration longestRequest, Consumer<String> progress) {
        this.path = file;
        this.file = new KeysetFile(file);
        this.secrets = new SecretRotationStore(database);
        this.longestRequest = longestRequest;
        this.progress = progress;
    }

    /// All steps, where all servers have this file.
    public void rotate() throws InterruptedException {
        if (file.read().size() == 1) {
            add();
        }
        encrypt();
        remove();
    }

    /// A second key in the file; nothing is encrypted with it yet.
    public void add() {
        expect(file.read().size() == 1, "has a second key already: go on with encrypt");
        file.addKey();
        progress.accept("added a key");
    }

    /// Every secret encrypted with the second key.
    public void encrypt() {
        expect(file.read().size() == 2, "has one key: begin with add");
        if (!file.read().usesLast()) {
            file.useLast();
        }
        progress.accept("encrypted %d secrets with the new key".formatted(encryptTheRest(file.read())));
    }

    private int encryptTheRest(Keyset keyset) {
        return secrets.encrypt(
                keyset.prefix(), new SecretCipher(path), count -> progress.accept("%d secrets…".formatted(count)));
    }

    /// The first key out of the file, once nothing is encrypted with it.
    public void remove() throws InterruptedException {
        var keyset = file.read();
        expect(keyset.size() == 2 && keyset.usesLast(), "is not ready for that: begin with add and encrypt");
        // a server may have encrypted with the first key and not committed yet
        do {
            Thread.sleep(longestRequest);
        } while (encryptTheRest(keyset) > 0);
        file.removeFirst();
        secrets.noteRotation(Integer.toUnsignedString(keyset.keyId()));
        progress.accept("removed the old key");
    }

    private void expect(boolean holds, String otherwise) {
        if (!holds) {
            throw new SettingsException("auth.keyset-file: %s %s".formatted(path, otherwise));
        }
    }
}
