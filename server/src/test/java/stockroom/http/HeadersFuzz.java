package stockroom.http;

import static java.nio.charset.StandardCharsets.ISO_8859_1;

import java.util.List;
import stockroom.testing.http.FuzzedInput;

public final class HeadersFuzz {
    private HeadersFuzz() {}

    public static void fuzzerTestOneInput(byte[] input) {
        var value = new String(input, ISO_8859_1);
        FuzzedInput.read(() -> {
            FailureAnswers.language(List.of(value.split("\n", -1)));
            ContentType.parse(value).isUtf8();
        });
    }
}
