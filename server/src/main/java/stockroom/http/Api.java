package stockroom.http;

import java.util.List;
import java.util.Optional;
import stockroom.http.failure.Message;

/// What one port serves.
///
/// @param misspeltPath is answered instead of `unknownPath` if the path resembles an existing one
/// @param docsAddress is the documentation that failures link to
/// @param failures is notified of failed calls
public record Api(
        List<Route> routes,
        Message unknownPath,
        Message misspeltPath,
        Optional<String> docsAddress,
        FailureListener failures) {}
