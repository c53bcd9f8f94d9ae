package stockroom.http.failure;

import java.util.Locale;
import java.util.ResourceBundle;

final class MessageTexts {
    /// Falls back to English, never to the default language of the machine.
    private static final ResourceBundle.Control EXACT =
            ResourceBundle.Control.getNoFallbackControl(ResourceBundle.Control.FORMAT_PROPERTIES);

    private MessageTexts() {}

    /// @param type is an enum in the package that has the text
    static String find(Class<?> type, Locale language, String key) {
        return ResourceBundle.getBundle(type.getPackageName() + ".messages", language, EXACT)
                .getString(key);
    }
}
