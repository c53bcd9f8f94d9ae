package stockroom.catalog.stock;

import org.jspecify.annotations.Nullable;

/// An element of `data` in the stock list. Its `size` is a number, although requests send it as a string.
record StockEntry(String guid, @Nullable String barCode, String color, int size, int stock) {}
