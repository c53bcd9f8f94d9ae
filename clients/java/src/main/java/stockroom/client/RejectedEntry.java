package stockroom.client;

import org.jspecify.annotations.Nullable;
import stockroom.client.model.StockEntry;

/// An entry the platform refused, while others were written.
///
/// @param index of the entry, from 0
/// @param code such as `PRODUCT_UNKNOWN` or `STOCK_CHANGED_MEANWHILE`
/// @param reason for people
/// @param stock what there is now, if the entry was refused for that (`STOCK_CHANGED_MEANWHILE`, `STOCK_BELOW_ZERO`,
///     `STOCK_TOO_LARGE`); null if there is no entry
public record RejectedEntry(
        int index,
        StockEntry entry,
        String code,
        String reason,
        @Nullable Integer stock) {}
