package stockroom.client.internal;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.Objects;
import java.util.Properties;

/// The version of this client, as the build wrote it into a resource: unlike the manifest, it is there without a
/// jar, and when the client is repackaged into another one.
final class ClientVersion {
    static final String USER_AGENT = "stockroom-client-java/" + read();

    private ClientVersion() {}

    private static String read() {
        var properties = new Properties();
        try (var file = ClientVersion.class.getResourceAsStream("version.properties")) {
            properties.load(Objects.requireNonNull(file, "version.properties"));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        return properties.getProperty("version", "unknown");
    }
}
