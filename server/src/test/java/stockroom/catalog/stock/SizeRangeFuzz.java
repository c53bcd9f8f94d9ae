package stockroom.catalog.stock;

import static java.nio.charset.StandardCharsets.UTF_8;

import stockroom.testing.http.FuzzedInput;

public final class SizeRangeFuzz {
    private SizeRangeFuzz() {}

    public static void fuzzerTestOneInput(byte[] input) {
        FuzzedInput.read(() -> {
            var range = SizeRange.parse(new String(input, UTF_8));
            if (range.first() < 1 || range.last() > 999 || range.count() < 1 || range.count() > 50) {
                throw new AssertionError(range);
            }
        });
    }
}
