package stockroom.cli.connect;

import stockroom.cli.CommandFailure;
import stockroom.cli.ExitCode;

/// An operator's key, which never prints itself.
public final class Key {
    private final String value;

    /// Checks here what would otherwise end as a header the HTTP client refuses, with the key in its message.
    public Key(String value) {
        if (value.isEmpty() || !value.chars().allMatch(c -> c > ' ' && c < 127)) {
            throw new CommandFailure(
                    ExitCode.USAGE,
                    "the operator's key is empty or has characters no key has (not shown); copy it again, whole");
        }
        this.value = value;
    }

    String value() {
        return value;
    }

    @Override
    public String toString() {
        return "[redacted]";
    }
}
