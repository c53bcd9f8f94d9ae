package stockroom.catalog.stock;

import stockroom.http.input.Warnings;
import stockroom.testing.http.FuzzedInput;

/// Fuzzes the parser of create stock, see [stockroom.http.input.FuzzTest].
public final class StockOrderFuzz {
    private StockOrderFuzz() {}

    public static void fuzzerTestOneInput(byte[] input) {
        FuzzedInput.read(() -> StockOrderReader.read(input, new Warnings()));
    }
}
