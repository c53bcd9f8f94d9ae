package stockroom.http.log;

import org.slf4j.spi.LoggingEventBuilder;
import stockroom.share.Owner;

public final class CallerFields {
    private CallerFields() {}

    public static LoggingEventBuilder add(LoggingEventBuilder line, Owner caller) {
        if (caller.application() <= 0) {
            return line;
        }
        var application = add(line, "application", caller.application());
        var merchant = add(application, "merchant", caller.merchant());
        return add(merchant, "account", caller.account());
    }

    public static LoggingEventBuilder add(LoggingEventBuilder line, String name, long id) {
        return id > 0 ? line.addKeyValue(name, id) : line;
    }
}
