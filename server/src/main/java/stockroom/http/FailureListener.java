package stockroom.http;

import java.util.List;
import stockroom.http.failure.Violation;

/// Is notified of every failed call after its answer. It must not block.
@FunctionalInterface
public interface FailureListener {
    FailureListener NOBODY = (_, _, _, _) -> {};

    /// Takes a failed call. `endpoint` is the path of the route, or `unknown`.
    void failed(Request request, String endpoint, int status, List<Violation> violations);
}
