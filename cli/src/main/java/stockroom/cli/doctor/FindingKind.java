package stockroom.cli.doctor;

import java.util.Optional;

/// Mistakes in a call's headers, with the server's code and how to fix each.
enum FindingKind {
    HEADER_MISSING("HEADER_MISSING", "send appid, sign, timestamp and accesstoken with every request"),
    HEADER_EMPTY("HEADER_MISSING", "give it a value: the variable that it comes from is probably empty"),
    HEADER_REPEATED("HEADER_REPEATED", "send it once: two parts of the program probably add it"),

    TIMESTAMP_NOT_DIGITS("TIMESTAMP_INVALID", "send the Unix time in seconds, decimal digits only"),
    TIMESTAMP_MILLISECONDS("TIMESTAMP_INVALID", "divide by 1000, drop the fraction, and sign that number"),
    TIMESTAMP_BEHIND(
            "TIMESTAMP_EXPIRED", "set the caller's clock right (NTP), take the time again for every call, and sign it"),
    TIMESTAMP_AHEAD("TIMESTAMP_EXPIRED", "set the caller's clock right (NTP); Unix time is UTC, without a zone added"),

    SIGN_AND_TOKEN_SWAPPED("SIGN_INVALID", "send the signature as sign and the token as accesstoken"),
    SIGN_LOWER_CASE("SIGN_INVALID", "turn the same 32 characters to upper case"),
    SIGN_16_CHARACTERS("SIGN_INVALID", "use the 32-character form of MD5, not its middle 16 characters"),
    SIGN_SHA_256("SIGN_INVALID", "use MD5, whose hexadecimal form has 32 characters"),
    SIGN_SHA_1("SIGN_INVALID", "use MD5, whose hexadecimal form has 32 characters"),
    SIGN_BASE64("SIGN_INVALID", "write the MD5 as 32 upper-case hexadecimal characters"),
    SIGN_NOT_HEX("SIGN_INVALID", "write the MD5 as 32 upper-case hexadecimal characters, nothing before or after"),
    SIGN_WRONG_LENGTH("SIGN_INVALID", "write the MD5 as 32 upper-case hexadecimal characters, leading zeros included"),

    APPID_SPACE("APP_UNKNOWN", "send the digits alone"),
    APPID_NOT_DIGITS("APP_UNKNOWN", "send the id the operator gave the application, decimal digits only"),
    APP_UNKNOWN("APP_UNKNOWN", "ask the operator for the application's id: stockroom application list"),
    APP_SUSPENDED("APP_UNKNOWN", "ask the operator to resume it: stockroom application resume"),

    SECRET_SPACE("SIGN_MISMATCH", "strip the secret where the program reads it"),
    SECRET_QUOTES("SIGN_MISMATCH", "take the quotation marks off where the program reads the secret"),
    SECRET_CASE("SIGN_MISMATCH", "use the secret exactly as it was given, without changing its case"),
    SECRET_DECODED("SIGN_MISMATCH", "sign the secret's 32 characters as text; do not decode them to bytes"),
    SIGNED_UTF_16("SIGN_MISMATCH", "encode the text as UTF-8 (.NET: Encoding.UTF8, not Encoding.Unicode)"),
    ORDER_REVERSED("SIGN_MISMATCH", "put the secret first and the timestamp immediately after it"),
    SEPARATOR("SIGN_MISMATCH", "put the timestamp immediately after the secret, with nothing between"),
    SIGNED_SECRET_ALONE("SIGN_MISMATCH", "sign the secret followed by the timestamp"),
    SIGNED_MILLISECONDS("SIGN_MISMATCH", "sign the same seconds that are sent as timestamp"),
    SIGNED_OTHER_TIMESTAMP("SIGN_MISMATCH", "take the time once, and both sign and send that number"),
    SIGNED_WITH_TOKEN("SIGN_MISMATCH", "sign with the application's secret; the access token is not part of it"),
    SIGNED_MORE("SIGN_MISMATCH", "sign the secret followed by the timestamp and nothing else"),
    SIGNED_HMAC("SIGN_MISMATCH", "use plain MD5 of the secret followed by the timestamp"),
    SIGNED_TWICE("SIGN_MISMATCH", "apply MD5 once"),
    SIGN_MISMATCH(
            "SIGN_MISMATCH",
            "check that the secret is this application's and was not ended; sign UTF-8 text of secret and timestamp"),

    TOKEN_IS_SECRET(
            "TOKEN_INVALID",
            "send the access token; the secret only signs, and now it has been shown:"
                    + " stockroom application add-secret"),
    TOKEN_IS_SIGN("TOKEN_INVALID", "send the access token as accesstoken"),
    TOKEN_SPACE("TOKEN_INVALID", "send the token's 32 characters alone"),
    TOKEN_WRONG_LENGTH("TOKEN_INVALID", "send the whole token, as it was issued"),
    TOKEN_UPPER_CASE("TOKEN_INVALID", "send the token in lower case, as it was issued"),
    TOKEN_NOT_HEX("TOKEN_INVALID", "send the token as it was issued: 32 characters 0-9 and a-f"),
    TOKEN_UNKNOWN("TOKEN_INVALID", "ask the operator for a token: stockroom token issue"),
    TOKEN_REVOKED("TOKEN_INVALID", "ask the operator for a new token: stockroom token issue"),
    TOKEN_EXPIRED(
            "TOKEN_INVALID",
            "ask the operator for a new token: stockroom token issue; renew the next in time: stockroom token renew"),
    TOKEN_OF_OTHER_APPLICATION(
            "TOKEN_INVALID", "use the token issued to this appid, or the appid the token was issued to"),
    MERCHANT_SUSPENDED("MERCHANT_SUSPENDED", "ask the operator to resume it: stockroom merchant resume"),

    /// The signature is correct, but the secret given to doctor has spaces.
    GIVEN_SECRET_SPACE("", "strip the secret where it is stored, before it is used for signing"),
    /// The server refused the call, and no header explains it.
    ANSWER("", "read the server's message, and find the call by its request id: stockroom failure show");

    /// The code of the server's response; empty if the server does not refuse such a call.
    private final String serverCode;

    final String remedy;

    FindingKind(String serverCode, String remedy) {
        this.serverCode = serverCode;
        this.remedy = remedy;
    }

    boolean isNote() {
        return this == GIVEN_SECRET_SPACE;
    }

    // DiagnosisTest formats every text
    @SuppressWarnings("AnnotateFormatMethod")
    Optional<Finding> found(String text, Object... values) {
        return Optional.of(new Finding(this, serverCode, text.formatted(values), remedy));
    }
}
