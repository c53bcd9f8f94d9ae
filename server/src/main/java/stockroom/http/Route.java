package stockroom.http;

import java.util.Map;

/// A path, what answers it, and what its failures look like.
///
/// @param headers sent with every answer of this path, such as `RateLimit-Policy`
public record Route(String path, EmptyData emptyData, Endpoint endpoint, Map<String, String> headers) {

    public Route(String path, EmptyData emptyData, Endpoint endpoint) {
        this(path, emptyData, endpoint, Map.of());
    }

    /// The `data` of a failure differs from path to path.
    public enum EmptyData {
        ABSENT,
        NULL,
        EMPTY_TEXT,
        EMPTY_PAGE
    }
}
