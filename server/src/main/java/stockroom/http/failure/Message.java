package stockroom.http.failure;

import java.util.Arrays;
import java.util.Locale;

/// A violation or refusal that the service can name. Each package has an enum of its own messages, and their texts in
/// `messages.properties` and `messages_zh.properties` beside it.
public interface Message {
    /// The key of the text.
    String name();

    /// What callers decide by; one code may have several texts.
    default String code() {
        return name();
    }

    default String in(Locale language, Object... values) {
        var translated = Arrays.stream(values)
                .map(value -> value instanceof Term term ? term.in(language) : value)
                .toArray();
        return MessageTexts.find(getClass(), language, name()).formatted(translated);
    }
}
