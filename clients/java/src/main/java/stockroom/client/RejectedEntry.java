package stockroom.client;

import org.jspecify.annotations.Nullable;
import stockroom.client.model.StockEntry;

/// An entry that the platform refused while it wrote others.
///
/// @param index the entry's index, from 0
/// @param code such as `PRODUCT_UNKNOWN` or `STOCK_CHANGED_MEANWHILE`
/// @param reason for people
/// @param stock the present quantity if it is the reason (`STOCK_CHANGED_MEANWHILE`, `STOCK_BELOW_ZERO`,
///   `STOCK_TOO_LARGE`); null if there is no entry
public record RejectedEntry(
        int index,
        StockEntry entry,
        String code,
        String reason,
        @Nullable Integer stock) {}
