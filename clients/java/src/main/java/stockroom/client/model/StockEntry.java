package stockroom.client.model;

import java.io.Serializable;
import org.jspecify.annotations.Nullable;

/// A quantity to set or to change, of one product in one colour and size.
///
/// @param pid the product's id; 0 if there is an `artNo`
/// @param color 1 to 64 characters
/// @param size 1 to 999
/// @param stock 0 to 999,999,999; 0 if there is a `delta`
/// @param barCode up to 64 characters; null keeps the present one
/// @param expected the quantity required for writing; -1 requires that there is no entry, null checks nothing
/// @param delta a change up or down in place of `stock`; null to set the stock
/// @param clearBarCode whether the present bar code is cleared
/// @param artNo the item number in place of the id; null if there is a `pid`
public record StockEntry(
        int pid,
        String color,
        int size,
        int stock,
        @Nullable String barCode,
        @Nullable Integer expected,
        @Nullable Integer delta,
        boolean clearBarCode,
        @Nullable String artNo)
        implements Serializable {
    private static final int NO_ENTRY = -1;

    public StockEntry(int pid, String color, int size, int stock) {
        this(pid, color, size, stock, null);
    }

    public StockEntry(int pid, String color, int size, int stock, @Nullable String barCode) {
        this(pid, color, size, stock, barCode, null, null, false, null);
    }

    /// Names the product by its item number.
    public StockEntry(String artNo, String color, int size, int stock) {
        this(artNo, color, size, stock, null);
    }

    /// Names the product by its item number.
    public StockEntry(String artNo, String color, int size, int stock, @Nullable String barCode) {
        this(0, color, size, stock, barCode, null, null, false, artNo);
    }

    /// Changes the present quantity up or down. A missing entry counts from 0; a result below zero is refused.
    public static StockEntry change(int pid, String color, int size, int delta) {
        return new StockEntry(pid, color, size, 0, null, null, delta, false, null);
    }

    /// Changes the present quantity of a product with this item number.
    public static StockEntry change(String artNo, String color, int size, int delta) {
        return new StockEntry(0, color, size, 0, null, null, delta, false, artNo);
    }

    /// Writes only if the quantity is still this one.
    public StockEntry expecting(int quantity) {
        return new StockEntry(pid, color, size, stock, barCode, quantity, delta, clearBarCode, artNo);
    }

    /// Writes only if there is no entry yet.
    public StockEntry expectingNone() {
        return expecting(NO_ENTRY);
    }

    /// Clears the bar code.
    public StockEntry clearingBarCode() {
        return new StockEntry(pid, color, size, stock, null, expected, delta, true, artNo);
    }
}
