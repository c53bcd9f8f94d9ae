package stockroom.http.failure;

import java.util.Locale;
import java.util.ResourceBundle;

final class MessageTexts {
    /// Falls back to English, not to the machine's language.
    private static final ResourceBundle.Control EXACT =
            ResourceBundle.Control.getNoFallbackControl(ResourceBundle.Control.FORMAT_PROPERTIES);

    private MessageTexts() {}

    static String find(Class<?> type, Locale language, String key) {
        return ResourceBundle.getBundle(type.getPackageName() + ".messages", language, EXACT)
                .getString(key);
    }
}
