package stockroom.http.failure;

import java.util.Locale;

/// Words that stand inside a message and are translated with it.
public enum Term {
    NOTHING,
    NULL,
    AN_OBJECT,
    AN_ARRAY,
    A_TEXT,
    A_NUMBER,
    TRUE_OR_FALSE,
    OBJECT_WITHOUT_LIST,
    NO_ENTRY;

    String in(Locale language) {
        return MessageTexts.find(Term.class, language, "word." + name());
    }
}
