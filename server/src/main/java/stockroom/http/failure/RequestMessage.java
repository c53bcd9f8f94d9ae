package stockroom.http.failure;

public enum RequestMessage implements Message {
    METHOD_NOT_ALLOWED,
    BODY_TOO_LARGE,
    REQUEST_MALFORMED,
    HEADERS_TOO_MANY,
    BODY_BROKEN,
    BODY_TOO_SLOW,
    CONTENT_TYPE_INVALID,
    CONTENT_TYPE_MISSING,
    FORM_EXPECTED,
    CHARSET_INVALID,
    CONTENT_ENCODING_INVALID,
    HEADER_REPEATED,
    IDEMPOTENCY_KEY_INVALID,
    IDEMPOTENCY_KEY_MISSING,
    IDEMPOTENCY_KEY_REUSED,
    TOO_MANY_AT_ONCE,
    OVERLOADED,
    UNAVAILABLE,
    OUTCOME_UNKNOWN,
    STOPPING,
    INTERNAL_ERROR;

    @Override
    public String code() {
        return switch (this) {
            case HEADERS_TOO_MANY, BODY_BROKEN, BODY_TOO_SLOW -> REQUEST_MALFORMED.name();
            case CONTENT_TYPE_MISSING, FORM_EXPECTED, CHARSET_INVALID -> CONTENT_TYPE_INVALID.name();
            case STOPPING -> UNAVAILABLE.name();
            default -> name();
        };
    }
}
