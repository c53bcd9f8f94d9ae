package stockroom.client.internal;

import java.util.Iterator;
import java.util.List;
import java.util.NoSuchElementException;
import java.util.function.IntFunction;
import stockroom.client.model.ProductPage;
import stockroom.client.model.ProductSummary;

/// Products one after the other; a page is fetched when the one before it is used up.
public final class ProductPages implements Iterator<ProductSummary> {
    private final IntFunction<ProductPage> fetch;
    private Iterator<ProductSummary> here = List.<ProductSummary>of().iterator();
    private int page;
    private boolean last;

    public ProductPages(IntFunction<ProductPage> fetch) {
        this.fetch = fetch;
    }

    @Override
    public boolean hasNext() {
        while (!here.hasNext() && !last) {
            var next = fetch.apply(++page);
            here = next.products().iterator();
            last = page >= next.totalPages() || next.products().isEmpty();
        }
        return here.hasNext();
    }

    @Override
    public ProductSummary next() {
        if (!hasNext()) {
            throw new NoSuchElementException();
        }
        return here.next();
    }
}
