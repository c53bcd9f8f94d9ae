package stockroom.client;

import java.time.Duration;
import org.jspecify.annotations.Nullable;

/// The server cannot be reached, does not answer, or says that it cannot work now (HTTP 5xx). The same call may work
/// later, and repeating it does no harm. Thrown to an interrupted thread too, which stays interrupted.
public final class UnavailableException extends StockroomException {
    private static final long serialVersionUID = 1L;

    private final boolean perhapsDone;
    private final boolean passing;
    private final @Nullable Duration retryAfter;

    private UnavailableException(
            Failure failure,
            boolean perhapsDone,
            boolean passing,
            @Nullable Duration retryAfter,
            @Nullable Throwable cause) {
        super(failure);
        this.perhapsDone = perhapsDone;
        this.passing = passing;
        this.retryAfter = retryAfter;
        if (cause != null) {
            initCause(cause);
        }
    }

    /// @param passing whether trying again soon may help
    static UnavailableException answered(Failure failure, boolean passing, @Nullable Duration retryAfter) {
        return new UnavailableException(failure, true, passing, retryAfter, null);
    }

    static UnavailableException notSent(String message, boolean passing, Throwable cause) {
        return new UnavailableException(Failure.local(message), false, passing, null, cause);
    }

    static UnavailableException noAnswer(String message, Throwable cause) {
        return new UnavailableException(Failure.local(message), true, true, null, cause);
    }

    static UnavailableException interrupted(boolean perhapsDone) {
        Thread.currentThread().interrupt();
        return new UnavailableException(
                Failure.local("interrupted while waiting for the server"), perhapsDone, false, null, null);
    }

    /// Whether the server may have carried out the call all the same: it was sent, and its answer is lost.
    public boolean isPerhapsDone() {
        return perhapsDone;
    }

    boolean isPassing() {
        return passing;
    }

    /// What the server asked for, if it did.
    @Nullable
    Duration retryAfter() {
        return retryAfter;
    }
}
