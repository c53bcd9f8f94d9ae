package stockroom.http;

import java.util.List;
import java.util.Optional;
import stockroom.http.failure.Message;
import stockroom.http.failure.Violation;

/// `failurePage` is for browsers; programs get JSON. `misspeltPath` is used instead of `unknownPath` if the path
/// resembles an existing one.
public record Api(
        List<Route> routes,
        Message unknownPath,
        Message misspeltPath,
        Optional<String> docsAddress,
        FailureListener failures,
        Optional<FailurePage> failurePage) {
    public Api(
            List<Route> routes,
            Message unknownPath,
            Message misspeltPath,
            Optional<String> docsAddress,
            FailureListener failures) {
        this(routes, unknownPath, misspeltPath, docsAddress, failures, Optional.empty());
    }

    @FunctionalInterface
    public interface FailurePage {
        byte[] html(Request request, int status, Violation violation);
    }
}
