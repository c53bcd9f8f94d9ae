package stockroom.auth;

import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.Optional;
import stockroom.database.DatabaseAddress;
import stockroom.database.DatabaseFailure;
import stockroom.database.Probe;

/// Whether this node can serve: the database answers, has our tables, and its secrets open with our keyset.
public final class ReadinessStore implements AutoCloseable {
    private static final String LATEST_SECRET = """
            SELECT application_id, ciphertext FROM application_secret ORDER BY application_id DESC, slot DESC LIMIT 1
            """;

    private final Probe probe;
    private final SecretCipher cipher;

    public ReadinessStore(DatabaseAddress address, SecretCipher cipher) {
        this.probe = new Probe(address);
        this.cipher = cipher;
    }

    /// Why it cannot, if so; known within a second.
    public Optional<String> whyNotReady() {
        try {
            boolean opens = probe.first(LATEST_SECRET, this::opens).orElse(true);
            return opens
                    ? Optional.empty()
                    : Optional.of("the keyset does not open the secrets in the database"
                            + " (auth.keyset-file: expected the one they were encrypted with)");
        } catch (DatabaseFailure e) {
            return Optional.of("the database does not answer");
        } catch (IllegalStateException e) {
            return Optional.of("the schema is not there, or not for us to read (stockroom-server migrate makes it)");
        }
    }

    private boolean opens(ResultSet row) throws SQLException {
        return cipher.opens(row.getLong("application_id"), row.getBytes("ciphertext"));
    }

    @Override
    public void close() {
        probe.close();
    }
}
