package stockroom.http;

import java.util.Map;
import stockroom.http.failure.EmptyData;

/// A method and a path, what answers it, and what its failures look like.
///
/// @param path exact, or with places for values: `/merchants/{merchant}`
/// @param headers sent with every answer of this path, such as `RateLimit-Policy`
public record Route(String method, String path, EmptyData emptyData, Endpoint endpoint, Map<String, String> headers) {}
