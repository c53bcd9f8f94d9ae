package stockroom.http.failure;

import java.util.Locale;

/// Terms inside a message are translated with it.
public enum Term {
    NOTHING,
    NULL,
    AN_OBJECT,
    AN_ARRAY,
    A_TEXT,
    A_NUMBER,
    TRUE_OR_FALSE,
    OBJECT_WITHOUT_LIST,
    A_NAME,
    A_VALUE,
    QUOTED_NAME,
    QUOTED_NAME_OR_BRACE,
    VALUE_OR_BRACKET,
    COLON,
    COMMA_OR_BRACE,
    COMMA_OR_BRACKET,
    END_OF_BODY,
    END_OF_TEXT,
    NUMBER_FORM,
    ESCAPE,
    ESCAPED_CONTROL;

    String in(Locale language) {
        return MessageTexts.find(Term.class, language, "word." + name());
    }
}
