package stockroom.config;

/// The settings are wrong. The message tells the operator which ones, and how to fix them.
public final class SettingsException extends RuntimeException {
    private static final long serialVersionUID = 1L;

    public SettingsException(String message) {
        super(message);
    }
}
