package stockroom.testing.http;

import java.util.List;
import java.util.Locale;
import java.util.Optional;
import stockroom.http.failure.EmptyData;
import stockroom.http.failure.Failure;
import stockroom.http.failure.FailureBody;
import stockroom.http.input.Json;

/// Lets a parser read an input or refuse it with violations. All other exceptions reach the fuzzer.
public final class FuzzedInput {
    private static final FailureBody FAILURE = new FailureBody(Optional.empty());

    private FuzzedInput() {}

    public static void read(Runnable parse) {
        try {
            parse.run();
        } catch (Failure.BadRequest refused) {
            Json.write(FAILURE.of(
                    refused.violations(),
                    refused.count(),
                    List.of(),
                    EmptyData.ABSENT,
                    "00c0ffee00c0ffee",
                    Locale.CHINESE));
        }
    }
}
