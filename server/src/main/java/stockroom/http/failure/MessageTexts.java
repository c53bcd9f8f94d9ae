package stockroom.http.failure;

import java.util.Locale;
import java.util.ResourceBundle;

/// The texts of messages, by language.
final class MessageTexts {
    /// English for every other language, whatever the machine's default is.
    private static final ResourceBundle.Control EXACT =
            ResourceBundle.Control.getNoFallbackControl(ResourceBundle.Control.FORMAT_PROPERTIES);

    private MessageTexts() {}

    /// @param type in whose package the text is
    static String find(Class<?> type, Locale language, String key) {
        return ResourceBundle.getBundle(type.getPackageName() + ".messages", language, EXACT)
                .getString(key);
    }
}
