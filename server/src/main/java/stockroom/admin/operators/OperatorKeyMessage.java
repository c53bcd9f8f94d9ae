package stockroom.admin.operators;

import stockroom.http.failure.Message;

/// What is said of operator keys.
enum OperatorKeyMessage implements Message {
    OPERATOR_KEY_MISSING,
    OPERATOR_KEY_INVALID,
    OPERATOR_KEY_READ_ONLY
}
