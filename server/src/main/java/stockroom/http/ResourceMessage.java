package stockroom.http;

import stockroom.http.failure.Message;

/// About hosts, ids in paths, and pages of lists.
public enum ResourceMessage implements Message {
    NOT_FOUND,
    CURSOR_INVALID,
    HOST_UNKNOWN
}
