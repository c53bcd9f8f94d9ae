package stockroom.http;

import java.util.List;
import stockroom.http.failure.Violation;

/// Is notified of every failed call after its response. It must not block.
@FunctionalInterface
public interface FailureListener {
    FailureListener NOBODY = (_, _, _, _) -> {};

    /// `endpoint` is the path of the route, or `unknown`.
    void failed(Request request, String endpoint, int status, List<Violation> violations);
}
