package stockroom.http;

import java.util.List;
import java.util.Optional;
import stockroom.http.failure.Message;

/// What one port serves.
///
/// @param unknownPath the answer where there is no such path
/// @param misspeltPath the same where it resembles one
/// @param docsAddress of the documentation that failures refer to
/// @param failures is told of calls that failed
public record Api(
        List<Route> routes,
        Message unknownPath,
        Message misspeltPath,
        Optional<String> docsAddress,
        FailureListener failures) {}
