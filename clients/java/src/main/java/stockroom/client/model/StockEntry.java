package stockroom.client.model;

import org.jspecify.annotations.Nullable;

/// A quantity to set, of one product in one colour and size; or a change of it.
///
/// @param pid the product's id, from the product list; 0 if there is an `artNo`
/// @param colour 1 to 64 characters
/// @param size 1 to 999
/// @param stock 0 to 999,999,999; 0 if there is a `delta`
/// @param barCode up to 64 characters; null keeps the one that is there
/// @param expected the quantity that must be there, or nothing is written; -1 if there must be no entry, null for
///     no check
/// @param delta a change up or down in place of `stock`; null to set the stock
/// @param clearBarCode whether the bar code that is there is cleared
/// @param artNo the product's item number in place of its id; null if there is a `pid`
public record StockEntry(
        int pid,
        String colour,
        int size,
        int stock,
        @Nullable String barCode,
        @Nullable Integer expected,
        @Nullable Integer delta,
        boolean clearBarCode,
        @Nullable String artNo) {
    private static final int NO_ENTRY = -1;

    public StockEntry {
        if (delta != null && (stock != 0 || expected != null)) {
            throw new IllegalArgumentException("delta: %d, with stock %d and expected %s (expected: delta alone)"
                    .formatted(delta, stock, expected));
        }
        if (clearBarCode && barCode != null) {
            throw new IllegalArgumentException("barCode: given, and to be cleared (expected: one of the two)");
        }
        if (artNo != null && pid != 0) {
            throw new IllegalArgumentException(
                    "artNo: %s, with pid %d (expected: one of the two)".formatted(artNo, pid));
        }
    }

    public StockEntry(int pid, String colour, int size, int stock) {
        this(pid, colour, size, stock, null);
    }

    public StockEntry(int pid, String colour, int size, int stock, @Nullable String barCode) {
        this(pid, colour, size, stock, barCode, null, null, false, null);
    }

    /// A change up or down, of what there is then. An entry that is not there counts from 0. Below zero it is refused.
    public static StockEntry change(int pid, String colour, int size, int delta) {
        return new StockEntry(pid, colour, size, 0, null, null, delta, false, null);
    }

    /// The same of the product that has this item number, in place of the id.
    public StockEntry ofArtNo(String number) {
        return new StockEntry(0, colour, size, stock, barCode, expected, delta, clearBarCode, number);
    }

    /// The same, written only if the quantity is still this one.
    public StockEntry expecting(int quantity) {
        return new StockEntry(pid, colour, size, stock, barCode, quantity, delta, clearBarCode, artNo);
    }

    /// The same, written only if there is no entry yet.
    public StockEntry expectingNone() {
        return expecting(NO_ENTRY);
    }

    /// The same, which clears the bar code.
    public StockEntry clearingBarCode() {
        return new StockEntry(pid, colour, size, stock, null, expected, delta, true, artNo);
    }
}
