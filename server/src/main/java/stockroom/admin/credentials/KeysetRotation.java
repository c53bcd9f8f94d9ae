package stockroom.admin.credentials;

import java.nio.file.Path;
import java.time.Duration;
import java.util.function.Consumer;
import stockroom.admin.people.FactorRotationStore;
import stockroom.auth.KeysetFile;
import stockroom.auth.KeysetFile.Keyset;
import stockroom.auth.SecretCipher;
import stockroom.config.SettingsException;
import stockroom.database.Database;

/// Replaces the key that encrypts secrets of applications and second factors while servers keep running. Every
/// step can be interrupted and run again. Servers reread the file when they need to. Before each step, every
/// server must have the file that the previous step wrote.
public final class KeysetRotation {
    private final Path path;
    private final KeysetFile file;
    private final SecretRotationStore secrets;
    private final FactorRotationStore factors;
    private final Duration longestRequest;
    private final Consumer<String> progress;

    /// `longestRequest` bounds the time from encrypting a secret to committing it.
    public KeysetRotation(Path file, Database database, Duration longestRequest, Consumer<String> progress) {
        this.path = file;
        this.file = new KeysetFile(file);
        this.secrets = new SecretRotationStore(database);
        this.factors = new FactorRotationStore(database);
        this.longestRequest = longestRequest;
        this.progress = progress;
    }

    /// Use it only where all servers share this file.
    public void rotate() throws InterruptedException {
        if (file.read().size() == 1) {
            add();
        }
        encrypt();
        remove();
    }

    /// Nothing is encrypted with the new key yet.
    public void add() {
        expect(file.read().size() == 1, "has a second key already: go on with encrypt");
        file.addKey();
        progress.accept("added a key");
    }

    public void encrypt() {
        expect(file.read().size() == 2, "has one key: begin with add");
        if (!file.read().usesLast()) {
            file.useLast();
        }
        progress.accept("encrypted %d secrets with the new key".formatted(encryptTheRest(file.read())));
    }

    private int encryptTheRest(Keyset keyset) {
        var cipher = new SecretCipher(path);
        return secrets.encrypt(keyset.prefix(), cipher, count -> progress.accept("%d secrets…".formatted(count)))
                + factors.encrypt(keyset.prefix(), cipher);
    }

    /// Waits for requests that may still encrypt with the first key.
    public void remove() throws InterruptedException {
        var keyset = file.read();
        expect(keyset.size() == 2 && keyset.usesLast(), "is not ready for that: begin with add and encrypt");
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
