package stockroom.http.failure;

/// The `data` of a failure differs from path to path.
public enum EmptyData {
    ABSENT,
    NULL,
    EMPTY_TEXT,
    EMPTY_LIST,
    EMPTY_PAGE
}
