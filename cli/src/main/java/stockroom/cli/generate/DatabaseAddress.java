package stockroom.cli.generate;

import org.postgresql.Driver;
import stockroom.cli.CommandFailure;
import stockroom.cli.ExitCode;
import stockroom.cli.Secret;

/// Where the database is and who asks.
record DatabaseAddress(String url, String user, Secret password) {
    DatabaseAddress {
        if (!url.startsWith("jdbc:postgresql:") || Driver.parseURL(url, null) == null) {
            throw new CommandFailure(
                    ExitCode.USAGE,
                    "database: %s (expected: such as jdbc:postgresql://127.0.0.1:5432/stockroom)"
                            .formatted(shown(url)));
        }
    }

    /// Without its parameters: a password may be one of them.
    String shown() {
        return shown(url);
    }

    private static String shown(String url) {
        return url.replaceFirst("\\?.*", "");
    }

    @Override
    public String toString() {
        return shown();
    }
}
