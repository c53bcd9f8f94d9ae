package stockroom.http.failure;

import java.util.Arrays;
import java.util.Locale;
import java.util.ResourceBundle;

/// Every violation and refusal the service can name. The texts stand in `stockroom/http/messages.properties` and `_zh`;
/// the code that callers see is the constant's name, unless one code has several texts.
public enum Message {
    // the request as such
    PATH_UNKNOWN,
    METHOD_NOT_ALLOWED,
    BODY_TOO_LARGE,
    REQUEST_MALFORMED,
    BODY_BROKEN("REQUEST_MALFORMED"),
    BODY_TOO_SLOW("REQUEST_MALFORMED"),
    TOO_MANY_NAMES("REQUEST_MALFORMED"),
    CONTENT_TYPE_INVALID,
    CONTENT_ENCODING_INVALID,
    ENCODING_INVALID,
    JSON_INVALID,
    JSON_CONTINUES("JSON_INVALID"),
    OVERLOADED,
    UNAVAILABLE,
    STOPPING("UNAVAILABLE"),
    INTERNAL_ERROR,

    // the four headers
    HEADER_MISSING,
    HEADER_REPEATED,
    TIMESTAMP_INVALID,
    TIMESTAMP_IN_MILLISECONDS("TIMESTAMP_INVALID"),
    TIMESTAMP_BEHIND("TIMESTAMP_EXPIRED"),
    TIMESTAMP_AHEAD("TIMESTAMP_EXPIRED"),
    APP_UNKNOWN,
    SIGN_INVALID,
    SIGN_LOWER_CASE("SIGN_INVALID"),
    SIGN_SHORT("SIGN_INVALID"),
    SIGN_MISMATCH,
    TOKEN_INVALID,
    MERCHANT_SUSPENDED,
    TOO_MANY_FAILURES,

    // parameters and fields
    PARAMETER_MISSING,
    PARAMETER_REPEATED,
    PAGE_INVALID,
    PAGE_SIZE_INVALID,
    STOCK_FILTER_INVALID,
    ID_INVALID,
    FIELD_MISSING,
    FIELD_REPEATED,
    FIELD_NOT_TEXT,
    TEXT_INVALID,
    ARRAY_EXPECTED,
    OBJECT_EXPECTED,
    COLOR_INVALID,
    SIZE_INVALID,
    SIZE_RANGE_TOO_LONG,
    STOCK_INVALID,
    BAR_CODE_INVALID,
    GROUPS_NONE,
    GROUPS_TOO_MANY,
    SIZES_NONE,
    ENTRIES_TOO_MANY,
    ENTRY_REPEATED,
    STATUS_INVALID,
    PLATFORM_UNKNOWN,
    DRY_RUN_INVALID,

    // refusals
    PRODUCT_UNKNOWN,
    PRODUCTS_UNKNOWN("PRODUCT_UNKNOWN"),
    COLORS_TOO_MANY,
    STOCK_NOT_ADDED,
    CREATE_TOO_SOON,
    DAILY_FETCHES_USED_UP,
    PUBLISH_RESULTS_MISSING,
    STORE_PRODUCTS_USED_UP,
    SHOP_MISMATCH,
    PRODUCT_NOT_FETCHED,

    // the operator's interface; never seen by merchants' programs
    OPERATOR_PATH_UNKNOWN("PATH_UNKNOWN"),
    OPERATOR_KEY_MISSING,
    OPERATOR_KEY_INVALID,
    OPERATOR_KEY_READ_ONLY,
    NOT_FOUND,
    FIELD_UNKNOWN,
    FIELDS_NONE,
    VALUE_NOT_TEXT("VALUE_INVALID"),
    VALUE_NOT_NUMBER("VALUE_INVALID"),
    VALUE_NOT_FLAG("VALUE_INVALID"),
    VALUE_NOT_CHOICE("VALUE_INVALID"),
    VALUE_NOT_ID("VALUE_INVALID"),
    VALUE_NOT_PRICE("VALUE_INVALID"),
    VALUE_NOT_LIST("VALUE_INVALID"),
    STORE_URL_INVALID("VALUE_INVALID"),
    CURSOR_INVALID,
    LINES_TOO_MANY,
    SECRETS_ARE_TWO,
    SECRET_IS_LAST,
    TOKEN_IS_REVOKED;

    private static final ResourceBundle.Control EXACT =
            ResourceBundle.Control.getNoFallbackControl(ResourceBundle.Control.FORMAT_PROPERTIES);

    private final String code;

    Message() {
        this.code = name();
    }

    Message(String code) {
        this.code = code;
    }

    /// Whether only operators see it.
    public boolean isForOperators() {
        return compareTo(OPERATOR_PATH_UNKNOWN) >= 0;
    }

    public String code() {
        return code;
    }

    public String in(Locale language, Object... values) {
        var shown = Arrays.stream(values)
                .map(value -> value instanceof Term word ? word.in(language) : value)
                .toArray();
        return text(language, name()).formatted(shown);
    }

    /// Follows the first of several violations.
    static String andMore(Locale language, int count) {
        return text(language, "and-more").formatted(count);
    }

    static String text(Locale language, String key) {
        return ResourceBundle.getBundle("stockroom.http.messages", language, EXACT)
                .getString(key);
    }
}
