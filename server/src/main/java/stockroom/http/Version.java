package stockroom.http;

import java.util.Optional;

/// Reads the server's version from the manifest of its jar.
public final class Version {
    private Version() {}

    public static String number() {
        return Optional.ofNullable(Version.class.getPackage().getImplementationVersion())
                .orElse("development");
    }
}
