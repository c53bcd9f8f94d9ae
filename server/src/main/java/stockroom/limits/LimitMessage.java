package stockroom.limits;

import stockroom.http.failure.Message;

/// About limits that several paths share.
public enum LimitMessage implements Message {
    READ_TOO_FAST
}
