package stockroom.config;

/// The settings are wrong; the message tells the operator which and how to fix it.
public final class SettingsException extends RuntimeException {
    private static final long serialVersionUID = 1L;

    public SettingsException(String message) {
        super(message);
    }
}
