package stockroom.client.model;

import org.jspecify.annotations.Nullable;

/// A stock entry on the platform. The guid stays the same as long as the entry exists.
public record StockItem(String guid, @Nullable String barCode, String color, int size, int stock) {}
