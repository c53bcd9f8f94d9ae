package stockroom.client.model;

import org.jspecify.annotations.Nullable;

/// A quantity to set: of one product in one colour and size.
///
/// @param pid the product's id, from the product list
/// @param colour 1 to 64 characters
/// @param size 1 to 999
/// @param stock 0 to 999,999,999
/// @param barCode up to 64 characters; null keeps the one that is there
public record StockEntry(
        int pid,
        String colour,
        int size,
        int stock,
        @Nullable String barCode) {
    public StockEntry(int pid, String colour, int size, int stock) {
        this(pid, colour, size, stock, null);
    }
}
