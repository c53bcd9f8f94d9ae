package stockroom.cli.shell;

import java.util.Optional;
import picocli.CommandLine.IVersionProvider;

public final class Version implements IVersionProvider {
    public static String number() {
        return Optional.ofNullable(Version.class.getPackage().getImplementationVersion())
                .orElse("development");
    }

    @Override
    public String[] getVersion() {
        return new String[] {
            "stockroom " + number(),
            "Java " + Runtime.version() + " on " + System.getProperty("os.name") + " " + System.getProperty("os.arch")
        };
    }
}
