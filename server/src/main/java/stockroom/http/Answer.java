package stockroom.http;

import java.util.List;
import java.util.Map;
import stockroom.http.failure.Message;
import stockroom.http.failure.Violation;

public sealed interface Answer
        permits Answer.Success, Answer.Refusal, Answer.Document, Answer.File, Answer.Redirect, PageAnswer {
    default int status() {
        return 200;
    }

    default Map<String, String> headers() {
        return Map.of();
    }

    default List<Violation> violations() {
        return List.of();
    }

    /// Returns an empty text for a success.
    default String code() {
        return violations().isEmpty() ? "" : violations().getFirst().message().code();
    }

    /// `body` is written as JSON, unless it is a `byte[]`, which is JSON already.
    record Success(int status, Object body, Map<String, String> headers) implements Answer {}

    /// `violations` are the first of `count`, at least one. `products` are those that the refusal is about.
    record Refusal(
            int status, List<Violation> violations, int count, List<Integer> products, Map<String, String> headers)
            implements Answer {
        /// A business rule of the merchant API refuses with HTTP 200.
        public Refusal(List<Violation> violations, int count, List<Integer> products, Map<String, String> headers) {
            this(200, violations, count, products, headers);
        }
    }

    /// All callers share the bytes, so that an unread response takes no memory of its own.
    @SuppressWarnings("ArrayRecordComponent") // nobody compares or changes documents
    record Document(String contentType, byte[] content) implements Answer {}

    record File(String name, Map<String, String> headers) implements Answer {}

    record Redirect(int status, Map<String, String> headers) implements Answer {
        public Redirect(String path) {
            this(302, Map.of("Location", path));
        }
    }

    static Answer success(Object body) {
        return new Success(200, body, Map.of());
    }

    static Answer success(Object body, Map<String, String> headers) {
        return new Success(200, body, headers);
    }

    static Answer created(Object body) {
        return new Success(201, body, Map.of());
    }

    static Answer refused(Message message, Object... values) {
        return refused(Map.of(), message, values);
    }

    static Answer refused(Map<String, String> headers, Message message, Object... values) {
        return refused(headers, List.of(), message, values);
    }

    static Answer refused(Map<String, String> headers, List<Integer> products, Message message, Object... values) {
        return new Refusal(List.of(Violation.of(message, values)), 1, products, headers);
    }

    static Answer refused(Violation violation) {
        return new Refusal(List.of(violation), 1, List.of(), Map.of());
    }
}
