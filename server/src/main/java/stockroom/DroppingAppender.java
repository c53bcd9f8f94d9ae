package stockroom;

import ch.qos.logback.classic.AsyncAppender;
import ch.qos.logback.classic.spi.ILoggingEvent;
import ch.qos.logback.classic.spi.LoggingEvent;
import io.opentelemetry.api.trace.Span;
import java.util.concurrent.atomic.LongAdder;
import org.slf4j.event.KeyValuePair;

/// Hands log events to the one thread that writes them. While standard error takes nothing, the queue fills; then
/// events are dropped and counted, since no caller should wait for a log.
public final class DroppingAppender extends AsyncAppender {
    /// Logback makes the appender, so this is how the metrics find it.
    static final LongAdder DROPPED = new LongAdder();

    /// The trace is that of the thread that logs, which goes on while the event waits. OpenTelemetry names the field.
    @Override
    protected void preprocess(ILoggingEvent event) {
        var span = Span.current().getSpanContext();
        if (span.isValid() && event instanceof LoggingEvent line) {
            line.addKeyValuePair(new KeyValuePair("trace_id", span.getTraceId()));
        }
        super.preprocess(event);
    }

    /// One at a time: between the question and the answer nobody else can take the last place.
    @Override
    protected synchronized void put(ILoggingEvent event) {
        if (getRemainingCapacity() == 0) {
            DROPPED.increment();
        } else {
            super.put(event);
        }
    }
}
