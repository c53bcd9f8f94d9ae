package stockroom.catalog;

import java.util.List;
import stockroom.http.Fault;
import stockroom.http.Message;

/// A value that its record refuses; whoever reads the request knows the place and collects it as a fault.
final class BadValue extends RuntimeException {
    private static final long serialVersionUID = 1L;

    private final transient Message message;
    private final transient List<Object> values;

    BadValue(Message message, Object... values) {
        super(message.name(), null, false, false);
        this.message = message;
        this.values = List.of(values);
    }

    Fault at(String place) {
        return Fault.at(place, message, values.toArray());
    }
}
