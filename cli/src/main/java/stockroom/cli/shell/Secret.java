package stockroom.cli.shell;

/// Prints as `[redacted]`.
public record Secret(String reveal) {
    /// Removes the white space that copying may add.
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
