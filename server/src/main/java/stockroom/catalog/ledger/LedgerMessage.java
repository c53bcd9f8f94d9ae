package stockroom.catalog.ledger;

import stockroom.http.failure.Message;
import stockroom.http.input.InputMessage;

/// Invalid values come first, then refusals.
public enum LedgerMessage implements Message {
    LIMIT_INVALID,
    WAIT_INVALID,
    CURSOR_INVALID,
    FROM_INVALID,
    FROM_WITH_CURSOR,
    FROM_AFTER_LAST,
    AS_OF_INVALID,
    AS_OF_IN_FUTURE,
    AS_OF_AFTER_LAST,
    PUSH_INVALID,
    DRY_RUN_INVALID,
    REFERENCE_INVALID,
    REFERENCE_FILTER_INVALID,
    PRODUCT_AND_REFERENCE_MISSING,
    CURSOR_EXPIRED,
    CURSOR_BEFORE_RESTORE,
    AS_OF_TOO_FAR,
    AS_OF_CLOCK_SUSPECT,
    PUSH_UNKNOWN,
    PUSH_NOT_UNDOABLE,
    UNDO_CONFLICT,
    UNDO_ENTRY_CHANGED,
    UNDO_ENTRY_DELETED,
    UNDO_ENTRY_ADDED,
    UNDO_PRODUCT_DELETED,
    UNDO_PRODUCT_FULL,
    UNDO_COLOURS_FULL,
    CREATE_TOO_SOON;

    @Override
    public String code() {
        return switch (this) {
            case AS_OF_CLOCK_SUSPECT -> AS_OF_TOO_FAR.name();
            case FROM_WITH_CURSOR -> FROM_INVALID.name();
            case FROM_AFTER_LAST -> CURSOR_INVALID.name();
            case AS_OF_AFTER_LAST -> AS_OF_IN_FUTURE.name();
            case UNDO_ENTRY_CHANGED,
                    UNDO_ENTRY_DELETED,
                    UNDO_ENTRY_ADDED,
                    UNDO_PRODUCT_DELETED,
                    UNDO_PRODUCT_FULL,
                    UNDO_COLOURS_FULL -> UNDO_CONFLICT.name();
            case REFERENCE_FILTER_INVALID -> REFERENCE_INVALID.name();
            case PRODUCT_AND_REFERENCE_MISSING -> InputMessage.PARAMETER_MISSING.name();
            default -> name();
        };
    }
}
