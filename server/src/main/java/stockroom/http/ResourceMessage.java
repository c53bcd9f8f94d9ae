package stockroom.http;

import stockroom.http.failure.Message;

/// What is said of ids in paths, and of pages of lists.
enum ResourceMessage implements Message {
    NOT_FOUND,
    CURSOR_INVALID
}
