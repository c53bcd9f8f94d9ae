package stockroom.catalog.stock;

import stockroom.testing.http.FuzzedInput;

/// Bodies of create stock: see [stockroom.FuzzTest].
public final class StockOrderFuzz {
    private StockOrderFuzz() {}

    public static void fuzzerTestOneInput(byte[] input) {
        FuzzedInput.read(() -> StockOrderReader.read(input));
    }
}
