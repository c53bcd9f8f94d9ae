package stockroom.catalog.ledger;

import stockroom.http.failure.Message;

/// About writes of stock and the ledger of them: invalid values first, then refusals by rule.
public enum LedgerMessage implements Message {
    LIMIT_INVALID,
    WAIT_INVALID,
    CURSOR_INVALID,
    AS_OF_INVALID,
    PUSH_INVALID,
    IDEMPOTENCY_KEY_INVALID,
    IDEMPOTENCY_KEY_MISSING,
    IDEMPOTENCY_KEY_REUSED,
    DRY_RUN_INVALID,
    CURSOR_EXPIRED,
    CURSOR_BEFORE_RESTORE,
    AS_OF_TOO_FAR,
    AS_OF_CLOCK_SUSPECT,
    PUSH_UNKNOWN,
    PUSH_NOT_UNDOABLE,
    UNDO_CONFLICT,
    UNDO_ENTRY_CHANGED,
    CREATE_TOO_SOON;

    @Override
    public String code() {
        return switch (this) {
            case AS_OF_CLOCK_SUSPECT -> AS_OF_TOO_FAR.name();
            case UNDO_ENTRY_CHANGED -> UNDO_CONFLICT.name();
            default -> name();
        };
    }
}
