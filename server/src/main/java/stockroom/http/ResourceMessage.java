package stockroom.http;

import stockroom.http.failure.Message;

/// About ids in paths, and of pages of lists.
enum ResourceMessage implements Message {
    NOT_FOUND,
    CURSOR_INVALID
}
