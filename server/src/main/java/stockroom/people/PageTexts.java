package stockroom.people;

import java.time.Instant;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.Locale;
import java.util.ResourceBundle;
import stockroom.admin.people.Role;

/// The texts of the pages in one language.
public record PageTexts(Locale language) {
    /// Falls back to English, not to the machine's language.
    private static final ResourceBundle.Control EXACT =
            ResourceBundle.Control.getNoFallbackControl(ResourceBundle.Control.FORMAT_PROPERTIES);

    private static final DateTimeFormatter TIME =
            DateTimeFormatter.ofPattern("yyyy-MM-dd HH:mm 'UTC'", Locale.ROOT).withZone(ZoneOffset.UTC);

    public String get(String key, Object... values) {
        var text = ResourceBundle.getBundle("stockroom.people.pages", language, EXACT)
                .getString(key);
        return values.length == 0 ? text : text.formatted(values);
    }

    public String role(Role role) {
        return get("role." + role.word());
    }

    /// Times are UTC, as everywhere.
    public String time(Instant time) {
        return TIME.format(time);
    }

    /// Returns the code of the language for HTML.
    public String code() {
        return language.equals(Locale.CHINESE) ? "zh-Hans" : "en";
    }

    public boolean isChinese() {
        return language.equals(Locale.CHINESE);
    }
}
