package stockroom.client.internal.http;

import java.time.Duration;
import java.util.List;
import org.jspecify.annotations.Nullable;
import stockroom.client.Failure;
import stockroom.client.UnavailableException;

public final class Unavailable {
    private Unavailable() {}

    static UnavailableException answered(Failure failure, boolean temporary, @Nullable Duration retryAfter) {
        return new UnavailableException(failure, true, temporary, retryAfter);
    }

    static UnavailableException notSent(String message, boolean temporary, Throwable cause) {
        return withCause(new UnavailableException(withoutAnswer(message), false, temporary, null), cause);
    }

    static UnavailableException noAnswer(String message, Throwable cause) {
        return withCause(new UnavailableException(withoutAnswer(message), true, true, null), cause);
    }

    public static UnavailableException interrupted(boolean perhapsDone) {
        Thread.currentThread().interrupt();
        return new UnavailableException(
                withoutAnswer("interrupted while waiting for the server"), perhapsDone, false, null);
    }

    private static Failure withoutAnswer(String message) {
        return new Failure(0, "", message, "", List.of(), List.of());
    }

    private static UnavailableException withCause(UnavailableException exception, Throwable cause) {
        exception.initCause(cause);
        return exception;
    }
}
