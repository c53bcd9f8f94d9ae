package stockroom.http.input;

import stockroom.http.failure.Message;

public enum ValueMessage implements Message {
    FIELD_UNKNOWN,
    FIELDS_NONE,
    VALUE_NOT_TEXT,
    VALUE_NOT_NUMBER,
    VALUE_NOT_FLAG,
    VALUE_NOT_CHOICE,
    VALUE_NOT_ID,
    VALUE_NOT_TIME,
    VALUE_NOT_ADDRESS;

    public static final String INVALID = "VALUE_INVALID";

    @Override
    public String code() {
        return switch (this) {
            case FIELD_UNKNOWN, FIELDS_NONE -> name();
            default -> INVALID;
        };
    }
}
