package stockroom.client;

import java.io.Serializable;
import org.jspecify.annotations.Nullable;
import stockroom.client.model.StockEntry;

/// An entry, by its index from 0, that the platform refused while it wrote others. The code is such as
/// `PRODUCT_UNKNOWN` or `STOCK_CHANGED_MEANWHILE`; `stock` is the present quantity if that is the reason.
public record RejectedEntry(
        int index,
        StockEntry entry,
        String code,
        String reason,
        @Nullable Integer stock) implements Serializable {}
