package stockroom.http.failure;

import java.util.Arrays;
import java.util.Locale;

/// Each package has an enum of messages and their texts in `messages.properties` and `messages_zh.properties`.
public interface Message {
    String name();

    /// Several texts may share one code.
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
