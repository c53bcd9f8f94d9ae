package stockroom.http;

import java.util.Map;
import stockroom.http.failure.EmptyData;

/// `path` is exact or has placeholders, as in `/merchants/{merchant}`. `headers` are sent with every answer of this
/// path, such as `RateLimit-Policy`.
public record Route(String method, String path, EmptyData emptyData, Endpoint endpoint, Map<String, String> headers) {}
