package stockroom.client.internal.http;

import java.time.Duration;
import java.util.Locale;
import org.jspecify.annotations.Nullable;
import stockroom.client.Failure;
import stockroom.client.UnavailableException;

public final class Unavailable {
    private Unavailable() {}

    static UnavailableException answered(Failure failure, boolean temporary, @Nullable Duration retryAfter) {
        return new UnavailableException(failure, true, temporary, retryAfter);
    }

    static UnavailableException notSent(String message, boolean temporary, Throwable cause) {
        return withCause(new UnavailableException(new Failure(0, "", message), false, temporary, null), cause);
    }

    static UnavailableException noAnswer(String message, Throwable cause) {
        return withCause(new UnavailableException(new Failure(0, "", message), true, true, null), cause);
    }

    public static UnavailableException interrupted(boolean perhapsDone, Locale language) {
        Thread.currentThread().interrupt();
        return new UnavailableException(new Failure(0, "", Message.INTERRUPTED.in(language)), perhapsDone, false, null);
    }

    private static UnavailableException withCause(UnavailableException exception, Throwable cause) {
        exception.initCause(cause);
        return exception;
    }
}
