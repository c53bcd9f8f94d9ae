package stockroom.cli.shell;

/// A key, a password, an application's secret or a token: prints as `[redacted]` wherever it is printed by mistake.
public record Secret(String reveal) {
    /// Without the space that copying by hand leaves around it.
    public Secret stripped() {
        return new Secret(reveal.strip());
    }

    /// Whether there is such space.
    public boolean isSpaced() {
        return !reveal.equals(reveal.strip());
    }

    @Override
    public String toString() {
        return "[redacted]";
    }
}
