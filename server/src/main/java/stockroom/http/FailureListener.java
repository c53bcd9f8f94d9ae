package stockroom.http;

import java.util.List;
import stockroom.http.failure.Violation;

/// Is told of every call that was not carried out, after it is answered. Must not wait for anything.
@FunctionalInterface
public interface FailureListener {
    FailureListener NOBODY = (_, _, _, _) -> {};

    /// A call that was answered with these violations.
    ///
    /// @param endpoint the path of the route, or `unknown`
    void failed(Request request, String endpoint, int status, List<Violation> violations);
}
