package stockroom.http.input;

import java.nio.ByteBuffer;
import stockroom.testing.http.FuzzedInput;

public final class ParametersFuzz {
    private ParametersFuzz() {}

    public static void fuzzerTestOneInput(byte[] input) {
        FuzzedInput.read(
                () -> Parameters.parse(Parameters.utf8(ByteBuffer.wrap(input))).requiredId("productid"));
    }
}
