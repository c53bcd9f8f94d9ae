package stockroom.http;

import stockroom.http.failure.Message;

public enum ResourceMessage implements Message {
    NOT_FOUND,
    CURSOR_INVALID,
    HOST_UNKNOWN
}
