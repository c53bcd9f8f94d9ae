package stockroom.http;

import java.util.Map;

/// A method and a path, what answers it, and what its failures look like.
///
/// @param path exact, or with places for values: `/merchants/{merchant}`
/// @param headers sent with every answer of this path, such as `RateLimit-Policy`
public record Route(String method, String path, EmptyData emptyData, Endpoint endpoint, Map<String, String> headers) {

    public static Route post(String path, EmptyData emptyData, Endpoint endpoint, Map<String, String> headers) {
        return new Route("POST", path, emptyData, endpoint, headers);
    }

    /// The `data` of a failure differs from path to path.
    public enum EmptyData {
        ABSENT,
        NULL,
        EMPTY_TEXT,
        EMPTY_PAGE
    }
}
