package stockroom.http.failure;

public enum EmptyData {
    ABSENT,
    NULL,
    EMPTY_TEXT,
    EMPTY_LIST,
    EMPTY_PAGE
}
