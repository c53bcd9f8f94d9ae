package stockroom.http;

import java.util.Optional;

public final class Version {
    private Version() {}

    public static String number() {
        return Optional.ofNullable(Version.class.getPackage().getImplementationVersion())
                .orElse("development");
    }
}
