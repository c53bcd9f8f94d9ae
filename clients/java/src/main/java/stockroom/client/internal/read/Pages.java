package stockroom.client.internal.read;

import java.util.Collections;
import java.util.Iterator;
import java.util.List;
import java.util.NoSuchElementException;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/// Fetches a page when the one before it is used up. A page may be empty without being the last.
public final class Pages<C, T> implements Iterator<T> {
    private final Function<C, Page<C, T>> fetch;
    private Iterator<T> here = Collections.emptyIterator();
    private @Nullable C next;

    /// One page of a list.
    ///
    /// @param next where the next page begins; null at the end
    public record Page<C, T>(List<T> items, @Nullable C next) {}

    public Pages(C first, Function<C, Page<C, T>> fetch) {
        this.next = first;
        this.fetch = fetch;
    }

    @Override
    public boolean hasNext() {
        while (!here.hasNext() && next != null) {
            var page = fetch.apply(next);
            here = page.items().iterator();
            next = page.next();
        }
        return here.hasNext();
    }

    @Override
    public T next() {
        if (!hasNext()) {
            throw new NoSuchElementException();
        }
        return here.next();
    }
}
