package stockroom.config;

/// Prints as `[redacted]`.
public record Secret(String reveal) {
    @Override
    public String toString() {
        return "[redacted]";
    }
}
