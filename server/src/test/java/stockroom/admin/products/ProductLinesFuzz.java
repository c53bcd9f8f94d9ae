package stockroom.admin.products;

import stockroom.http.input.Json;
import stockroom.testing.http.FuzzedInput;

public final class ProductLinesFuzz {
    private ProductLinesFuzz() {}

    public static void fuzzerTestOneInput(byte[] input) {
        FuzzedInput.read(() -> {
            try (var lines = ProductReader.start(input)) {
                lines.forEach(_ -> {});
                Json.write(lines.rejects());
            }
        });
    }
}
