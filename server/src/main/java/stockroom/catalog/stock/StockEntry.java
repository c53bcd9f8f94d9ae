package stockroom.catalog.stock;

import org.jspecify.annotations.Nullable;

/// An element of `data` in the stock list. The specification documents `size` as a string and shows it as a number.
record StockEntry(String guid, @Nullable String barCode, String color, int size, int stock) {}
