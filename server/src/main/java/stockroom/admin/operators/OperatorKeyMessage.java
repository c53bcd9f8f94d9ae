package stockroom.admin.operators;

import stockroom.http.failure.Message;

enum OperatorKeyMessage implements Message {
    OPERATOR_KEY_MISSING,
    OPERATOR_KEY_INVALID,
    OPERATOR_KEY_SCOPE_TOO_LOW,
    ANSWER_NOT_KEPT
}
