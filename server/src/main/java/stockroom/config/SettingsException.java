package stockroom.config;

/// The message tells the operator what is wrong and how to fix it.
public final class SettingsException extends RuntimeException {
    private static final long serialVersionUID = 1L;

    public SettingsException(String message) {
        super(message);
    }
}
