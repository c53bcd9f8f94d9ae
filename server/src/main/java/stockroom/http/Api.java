package stockroom.http;

import java.util.List;
import java.util.Optional;
import stockroom.http.failure.Message;

/// `misspeltPath` is used instead of `unknownPath` if the path resembles an existing one.
public record Api(
        List<Route> routes,
        Message unknownPath,
        Message misspeltPath,
        Optional<String> docsAddress,
        FailureListener failures) {}
