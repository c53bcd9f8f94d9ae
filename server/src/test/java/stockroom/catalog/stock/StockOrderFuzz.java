package stockroom.catalog.stock;

import stockroom.http.input.Warnings;
import stockroom.testing.http.FuzzedInput;

/// Feeds bodies of create stock to their parser: see [stockroom.http.input.FuzzTest].
public final class StockOrderFuzz {
    private StockOrderFuzz() {}

    public static void fuzzerTestOneInput(byte[] input) {
        FuzzedInput.read(() -> StockOrderReader.read(input, new Warnings()));
    }
}
