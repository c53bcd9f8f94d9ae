package stockroom.catalog.stock;

import org.jspecify.annotations.Nullable;

/// An element of `data` in the stock list. `size` is documented as a string and answered as a number.
record StockEntry(String guid, @Nullable String barCode, String color, int size, int stock) {}
