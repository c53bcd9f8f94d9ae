package stockroom.cli.shell;

/// Prints as `[redacted]` where it is printed by mistake.
public record Secret(String reveal) {
    /// Removes the space that copying by hand leaves around it.
    public Secret stripped() {
        return new Secret(reveal.strip());
    }

    public boolean isSpaced() {
        return !reveal.equals(reveal.strip());
    }

    @Override
    public String toString() {
        return "[redacted]";
    }
}
