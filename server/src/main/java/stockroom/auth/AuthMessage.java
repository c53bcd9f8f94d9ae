package stockroom.auth;

import stockroom.http.failure.Message;

enum AuthMessage implements Message {
    HEADER_MISSING,
    TIMESTAMP_INVALID,
    TIMESTAMP_IN_MILLISECONDS,
    TIMESTAMP_BEHIND,
    TIMESTAMP_AHEAD,
    TIMESTAMP_ZONE_BEHIND,
    TIMESTAMP_ZONE_AHEAD,
    APP_UNKNOWN,
    SIGN_INVALID,
    SIGN_LOWER_CASE,
    SIGN_SHORT,
    SIGN_MISMATCH,
    SIGN_REVERSED,
    SIGN_SPACED,
    SIGN_SALTED,
    TOKEN_INVALID,
    MERCHANT_SUSPENDED,
    TOO_MANY_FAILURES;

    @Override
    public String code() {
        return switch (this) {
            case TIMESTAMP_IN_MILLISECONDS -> TIMESTAMP_INVALID.name();
            case TIMESTAMP_BEHIND, TIMESTAMP_AHEAD, TIMESTAMP_ZONE_BEHIND, TIMESTAMP_ZONE_AHEAD -> "TIMESTAMP_EXPIRED";
            case SIGN_LOWER_CASE, SIGN_SHORT -> SIGN_INVALID.name();
            case SIGN_REVERSED, SIGN_SPACED, SIGN_SALTED -> SIGN_MISMATCH.name();
            default -> name();
        };
    }
}
