package stockroom.http;

import java.util.Map;
import stockroom.http.failure.EmptyData;

/// `path` may have placeholders, as in `/merchants/{merchant}`. `headers` are sent with every response.
public record Route(String method, String path, EmptyData emptyData, Endpoint endpoint, Map<String, String> headers) {}
