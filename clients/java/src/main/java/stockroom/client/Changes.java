package stockroom.client;

import java.util.ArrayDeque;
import java.util.Deque;
import java.util.Iterator;
import java.util.NoSuchElementException;
import java.util.function.BooleanSupplier;
import stockroom.client.internal.read.FeedPosition;
import stockroom.client.internal.read.LedgerReads;
import stockroom.client.model.Push;

/// Follows the changes of a merchant's stock, push after push, as they happen. For one thread; any other may close it.
///
/// A failure ends no more than the call that throws it: the next one continues after the last push. An
/// [InvalidCursorException] comes again each time, though.
public final class Changes implements Iterator<Push>, AutoCloseable {
    private final LedgerReads ledger;
    private final BooleanSupplier isClientClosed;
    private final Deque<Push> page = new ArrayDeque<>();
    /// After the last push that was returned.
    private FeedPosition position;
    private FeedPosition afterPage;
    private volatile boolean closed;

    Changes(LedgerReads ledger, BooleanSupplier isClientClosed, String cursor) {
        this.ledger = ledger;
        this.isClientClosed = isClientClosed;
        this.position = FeedPosition.of(cursor);
        this.afterPage = position;
    }

    /// Waits for the next push. False once this or its client is closed, or the thread is interrupted; it stays
    /// interrupted. A platform thread notices when the server answers, which it does at least every 30 s.
    @Override
    public boolean hasNext() {
        while (page.isEmpty() && !isOver()) {
            try {
                var next = ledger.follow(position.text());
                page.addAll(next.pushes());
                afterPage = FeedPosition.of(next.cursor());
                position = page.isEmpty() ? afterPage : position;
            } catch (StockroomException e) {
                if (!isOver()) {
                    throw e;
                }
            }
        }
        return !page.isEmpty() && !isOver();
    }

    private boolean isOver() {
        return closed || isClientClosed.getAsBoolean() || Thread.currentThread().isInterrupted();
    }

    /// The next push, in the order of their numbers: none is missing, and none comes twice.
    @Override
    public Push next() {
        if (page.isEmpty() && !hasNext()) {
            throw new NoSuchElementException();
        }
        var push = page.removeFirst();
        position = page.isEmpty() ? afterPage : position.after(push);
        return push;
    }

    /// Where [StockroomClient#changes] goes on after the last push that was returned; before the first one, where this
    /// began. Store it with what you made of the push. Only this client understands it.
    public String cursor() {
        return position.text();
    }

    @Override
    public void close() {
        closed = true;
    }
}
