package stockroom.http.input;

import java.util.List;
import stockroom.http.failure.Message;
import stockroom.http.failure.Violation;

/// A value that its record refuses; whoever reads the request knows the place and collects it as a violation.
public final class BadValue extends RuntimeException {
    private static final long serialVersionUID = 1L;

    private final transient Message message;
    private final transient List<Object> values;

    public BadValue(Message message, Object... values) {
        super(message.name(), null, false, false);
        this.message = message;
        this.values = List.of(values);
    }

    public Violation at(String place) {
        return Violation.at(place, message, values.toArray());
    }
}
