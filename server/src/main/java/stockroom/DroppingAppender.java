package stockroom;

import ch.qos.logback.classic.AsyncAppender;
import ch.qos.logback.classic.spi.ILoggingEvent;
import java.util.concurrent.atomic.LongAdder;

/// Hands log events to the one thread that writes them. While standard error takes nothing, the queue fills; then
/// events are dropped and counted, since no caller should wait for a log.
public final class DroppingAppender extends AsyncAppender {
    /// Logback makes the appender, so this is how the metrics find it.
    static final LongAdder DROPPED = new LongAdder();

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
