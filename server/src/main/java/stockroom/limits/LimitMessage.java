package stockroom.limits;

import stockroom.http.failure.Message;

public enum LimitMessage implements Message {
    READ_TOO_FAST
}
