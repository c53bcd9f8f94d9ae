package stockroom.catalog;

import stockroom.http.failure.Message;
import stockroom.http.input.InputMessage;

/// Invalid values come first, then refusals.
public enum CatalogMessage implements Message {
    PATH_UNKNOWN,
    PATH_MISSPELT,
    PAGE_INVALID,
    PAGE_SIZE_INVALID,
    STOCK_FILTER_INVALID,
    COLOR_INVALID,
    SIZE_INVALID,
    SIZE_RANGE_TOO_LONG,
    STOCK_INVALID,
    STOCK_MISSING,
    BAR_CODE_INVALID,
    EXPECTED_INVALID,
    DELTA_INVALID,
    DELTA_WITH_STOCK,
    FLAG_INVALID,
    GROUPS_NONE,
    GROUPS_TOO_MANY,
    SIZES_NONE,
    ENTRIES_TOO_MANY,
    ENTRY_REPEATED,
    COLOUR_REPEATED,
    ART_NO_WITH_PID,
    STATUS_INVALID,
    PLATFORM_UNKNOWN,
    PRODUCTS_TOO_MANY,
    ART_NOS_TOO_MANY,
    BAR_CODES_TOO_MANY,
    BAR_CODES_WITH_PRODUCTS,
    FIELDS_INVALID,
    PRODUCT_UNKNOWN,
    PRODUCTS_UNKNOWN,
    ART_NO_UNKNOWN,
    COLORS_TOO_MANY,
    PRODUCT_FULL,
    STOCK_CHANGED_MEANWHILE,
    STOCK_UNEXPECTED,
    STOCK_GONE,
    STOCK_BELOW_ZERO,
    NO_STOCK_TO_REDUCE,
    STOCK_TOO_LARGE,
    DELETED_TOO_MANY,
    STOCK_NOT_ADDED,
    DAILY_FETCHES_USED_UP,
    PUBLISH_RESULTS_MISSING,
    STORE_PRODUCTS_USED_UP,
    SHOP_MISMATCH,
    PRODUCT_NOT_FETCHED;

    @Override
    public String code() {
        return switch (this) {
            case PATH_MISSPELT -> PATH_UNKNOWN.name();
            case COLOUR_REPEATED -> ENTRY_REPEATED.name();
            case STOCK_MISSING -> InputMessage.FIELD_MISSING.name();
            case PRODUCTS_UNKNOWN -> PRODUCT_UNKNOWN.name();
            case STOCK_UNEXPECTED, STOCK_GONE -> STOCK_CHANGED_MEANWHILE.name();
            case NO_STOCK_TO_REDUCE -> STOCK_BELOW_ZERO.name();
            case DELETED_TOO_MANY -> ENTRIES_TOO_MANY.name();
            default -> name();
        };
    }
}
