package stockroom.client;

import stockroom.client.model.StockEntry;
/// An entry the platform refused, while others were written.
///
/// @param index of the entry, from 0
/// @param code such as `PRODUCT_UNKNOWN`
/// @param reason for people

public record RejectedEntry(int index, StockEntry entry, String code, String reason) {}
