package stockroom.http.input;

import stockroom.http.failure.Message;
import stockroom.http.failure.RequestMessage;

public enum InputMessage implements Message {
    TOO_MANY_NAMES,
    ENCODING_INVALID,
    ESCAPE_INVALID,
    BODY_NOT_UTF8,
    JSON_INVALID,
    JSON_UNEXPECTED,
    JSON_ENDS,
    JSON_TOO_DEEP,
    JSON_TOO_LONG,
    JSON_NOT_UTF8,
    PARAMETER_MISSING,
    PARAMETER_REPEATED,
    ID_INVALID,
    IDS_IN_ONE,
    FIELD_MISSING,
    FIELD_REPEATED,
    FIELD_NOT_TEXT,
    TEXT_INVALID,
    ARRAY_EXPECTED,
    OBJECT_EXPECTED,
    BODY_NOT_ARRAY,
    BODY_NOT_OBJECT;

    @Override
    public String code() {
        return switch (this) {
            case TOO_MANY_NAMES -> RequestMessage.REQUEST_MALFORMED.name();
            case ESCAPE_INVALID, BODY_NOT_UTF8, JSON_NOT_UTF8 -> ENCODING_INVALID.name();
            case JSON_UNEXPECTED, JSON_ENDS, JSON_TOO_DEEP, JSON_TOO_LONG -> JSON_INVALID.name();
            case IDS_IN_ONE -> ID_INVALID.name();
            case BODY_NOT_ARRAY -> ARRAY_EXPECTED.name();
            case BODY_NOT_OBJECT -> OBJECT_EXPECTED.name();
            default -> name();
        };
    }
}
