package stockroom.auth;

import static java.nio.charset.StandardCharsets.ISO_8859_1;

import java.util.List;
import stockroom.testing.http.FuzzedInput;

/// Fuzzes the signed headers, one per line with tabs between values, see [stockroom.http.input.FuzzTest].
public final class SignedHeadersFuzz {
    private static final List<String> NAMES = List.of("appid", "sign", "timestamp", "accesstoken");
    private static final long NOW = 1_700_000_000;

    private SignedHeadersFuzz() {}

    public static void fuzzerTestOneInput(byte[] input) {
        var lines = new String(input, ISO_8859_1).split("\n", -1);
        FuzzedInput.read(() -> SignedHeaders.read(
                name -> {
                    int line = NAMES.indexOf(name);
                    return line < lines.length ? List.of(lines[line].split("\t", -1)) : List.of();
                },
                NOW,
                600));
    }
}
