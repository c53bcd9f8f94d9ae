package stockroom.client;

import java.time.Duration;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/// The server cannot be reached, does not respond, or cannot work now (HTTP 5xx). The same call may succeed later.
/// Repeating it is safe, except for changes by `delta` that may have been made. An interrupted thread gets this
/// exception too and stays interrupted.
public final class UnavailableException extends StockroomException {
    private static final long serialVersionUID = 1L;

    private final boolean perhapsDone;
    private final boolean temporary;
    private final @Nullable Duration retryAfter;

    public UnavailableException(
            Failure failure, boolean perhapsDone, boolean temporary, @Nullable Duration retryAfter) {
        super(failure);
        this.perhapsDone = perhapsDone;
        this.temporary = temporary;
        this.retryAfter = retryAfter;
    }

    /// Tells whether the server may have carried out the call: it was sent, and its response was lost.
    public boolean isPerhapsDone() {
        return perhapsDone;
    }

    /// Tells whether trying again soon may help.
    public boolean isTemporary() {
        return temporary;
    }

    /// Returns how long the server asked to wait, if it did.
    public Optional<Duration> retryAfter() {
        return Optional.ofNullable(retryAfter);
    }
}
