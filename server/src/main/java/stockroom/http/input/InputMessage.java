package stockroom.http.input;

import stockroom.http.failure.Message;
import stockroom.http.failure.RequestMessage;

/// About parameters, forms and JSON.
public enum InputMessage implements Message {
    TOO_MANY_NAMES,
    ENCODING_INVALID,
    JSON_INVALID,
    JSON_CONTINUES,
    PARAMETER_MISSING,
    PARAMETER_REPEATED,
    ID_INVALID,
    FIELD_MISSING,
    FIELD_REPEATED,
    FIELD_NOT_TEXT,
    TEXT_INVALID,
    ARRAY_EXPECTED,
    OBJECT_EXPECTED;

    @Override
    public String code() {
        return switch (this) {
            case TOO_MANY_NAMES -> RequestMessage.REQUEST_MALFORMED.name();
            case JSON_CONTINUES -> JSON_INVALID.name();
            default -> name();
        };
    }
}
