package stockroom.catalog.stock;

import stockroom.http.input.Warnings;
import stockroom.testing.http.FuzzedInput;

public final class StockOrderFuzz {
    private StockOrderFuzz() {}

    public static void fuzzerTestOneInput(byte[] input) {
        FuzzedInput.read(() -> StockOrderReader.read(input, new Warnings()));
    }
}
