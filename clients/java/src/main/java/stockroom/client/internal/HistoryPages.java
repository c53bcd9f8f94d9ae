package stockroom.client.internal;

import java.util.Iterator;
import java.util.List;
import java.util.NoSuchElementException;
import org.jspecify.annotations.Nullable;
import stockroom.client.internal.LedgerReads.HistoryPage;
import stockroom.client.model.Push;

/// Pushes one after the other; a page is fetched when the one before it is used up. A page may be empty and not the
/// last.
public final class HistoryPages implements Iterator<Push> {
    private final Fetch fetch;
    private Iterator<Push> here = List.<Push>of().iterator();
    private @Nullable String cursor;
    private boolean last;

    /// Fetches a page.
    @FunctionalInterface
    public interface Fetch {
        /// The page that begins there.
        ///
        /// @param cursor null for the first
        HistoryPage page(@Nullable String cursor);
    }

    public HistoryPages(Fetch fetch) {
        this.fetch = fetch;
    }

    @Override
    public boolean hasNext() {
        while (!here.hasNext() && !last) {
            var next = fetch.page(cursor);
            here = next.pushes().iterator();
            cursor = next.next();
            last = cursor == null;
        }
        return here.hasNext();
    }

    @Override
    public Push next() {
        if (!hasNext()) {
            throw new NoSuchElementException();
        }
        return here.next();
    }
}
