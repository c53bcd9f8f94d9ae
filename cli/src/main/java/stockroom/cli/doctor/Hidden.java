package stockroom.cli.doctor;

/// A secret or token: prints as `[redacted]` wherever it is printed by mistake.
record Hidden(String reveal) {
    @Override
    public String toString() {
        return "[redacted]";
    }
}
