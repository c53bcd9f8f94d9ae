package stockroom.client;

import java.util.ArrayDeque;
import java.util.Deque;
import java.util.Iterator;
import java.util.NoSuchElementException;
import java.util.function.BooleanSupplier;
import stockroom.client.internal.read.FeedPosition;
import stockroom.client.internal.read.LedgerReads;
import stockroom.client.model.Push;

/// Follows the changes of a merchant's stock, push after push. Use it from one thread; any thread may close it. After
/// a failure, the next call continues after the last push. Only an [InvalidCursorException] is permanent.
public final class Changes implements Iterator<Push>, AutoCloseable {
    private final LedgerReads ledger;
    private final BooleanSupplier isClientClosed;
    private final Deque<Push> page = new ArrayDeque<>();
    private FeedPosition position;
    private FeedPosition afterPage;
    private volatile boolean closed;

    Changes(LedgerReads ledger, BooleanSupplier isClientClosed, FeedPosition position) {
        this.ledger = ledger;
        this.isClientClosed = isClientClosed;
        this.position = position;
        this.afterPage = position;
    }

    /// Waits for the next push. Returns false once this or its client is closed or the thread is interrupted. A
    /// waiting platform thread notices an interrupt within 30 s, with the server's next response.
    @Override
    public boolean hasNext() {
        while (page.isEmpty() && !isOver()) {
            try {
                var next = ledger.follow(position);
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

    /// Returns the next push. Pushes come in the order of their numbers, without gaps or repetitions.
    @Override
    public Push next() {
        if (page.isEmpty() && !hasNext()) {
            throw new NoSuchElementException();
        }
        var push = page.removeFirst();
        position = page.isEmpty() ? afterPage : position.after(push);
        return push;
    }

    /// Returns the cursor with which [StockroomClient#changes] continues after the last returned push. Store it
    /// together with what you made of the push. Only this client can read it.
    public String cursor() {
        return position.text();
    }

    @Override
    public void close() {
        closed = true;
    }
}
