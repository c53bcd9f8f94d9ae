package stockroom.http;

import java.util.Optional;

/// The version of this server, as its jar's manifest has it.
public final class Version {
    private Version() {}

    public static String number() {
        return Optional.ofNullable(Version.class.getPackage().getImplementationVersion())
                .orElse("development");
    }
}
