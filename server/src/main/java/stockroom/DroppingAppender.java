package stockroom;

import ch.qos.logback.classic.AsyncAppender;
import ch.qos.logback.classic.spi.ILoggingEvent;
import ch.qos.logback.classic.spi.LoggingEvent;
import io.opentelemetry.api.trace.Span;
import java.util.concurrent.atomic.LongAdder;
import org.slf4j.event.KeyValuePair;

/// Drops and counts log events while standard error blocks, so that no caller waits for a log.
public final class DroppingAppender extends AsyncAppender {
    /// Is static because Logback creates the appender.
    static final LongAdder DROPPED = new LongAdder();

    /// Takes the trace here, since another thread writes the event. OpenTelemetry defines the field's name.
    @Override
    protected void preprocess(ILoggingEvent event) {
        var span = Span.current().getSpanContext();
        if (span.isValid() && event instanceof LoggingEvent line) {
            line.addKeyValuePair(new KeyValuePair("trace_id", span.getTraceId()));
        }
        super.preprocess(event);
    }

    /// Is synchronized so that no other thread takes the last place between the check and the `put`.
    @Override
    protected synchronized void put(ILoggingEvent event) {
        if (getRemainingCapacity() == 0) {
            DROPPED.increment();
        } else {
            super.put(event);
        }
    }
}
