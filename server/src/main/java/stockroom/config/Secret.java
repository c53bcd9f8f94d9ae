package stockroom.config;

/// A text that must not be seen: prints as `[redacted]` wherever it is printed by mistake.
public record Secret(String reveal) {
    @Override
    public String toString() {
        return "[redacted]";
    }
}
