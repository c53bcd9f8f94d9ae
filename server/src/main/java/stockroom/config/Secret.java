package stockroom.config;

/// A text to keep out of output: it prints as `[redacted]`.
public record Secret(String reveal) {
    @Override
    public String toString() {
        return "[redacted]";
    }
}
