package stockroom.http;

import java.util.List;
import java.util.Map;

/// What an endpoint answers, always with HTTP 200.
public sealed interface Answer {

    /// Headers besides the usual ones.
    Map<String, String> headers();

    /// Carried out; `body` becomes the JSON as it is.
    record Success(Object body, Map<String, String> headers) implements Answer {}

    /// Not carried out, by a rule of the business.
    record Refusal(Message message, List<Object> values, Map<String, String> headers) implements Answer {}

    static Answer success(Object body) {
        return new Success(body, Map.of());
    }

    static Answer success(Object body, Map<String, String> headers) {
        return new Success(body, headers);
    }

    static Answer refused(Message message, Object... values) {
        return new Refusal(message, List.of(values), Map.of());
    }

    static Answer refused(Map<String, String> headers, Message message, Object... values) {
        return new Refusal(message, List.of(values), headers);
    }
}
