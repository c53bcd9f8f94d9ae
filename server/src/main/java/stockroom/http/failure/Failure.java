package stockroom.http.failure;

import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/// Why a request was not carried out. Refusals by rule are answers instead (see [stockroom.http.Answer.Refusal]).
@SuppressWarnings("serial") // it never leaves the process
public abstract sealed class Failure extends RuntimeException {
    private Failure() {
        this(null);
    }

    private Failure(@Nullable Throwable cause) {
        super(null, cause, false, false);
    }

    /// 400: one thing wrong, nowhere in particular.
    public static BadRequest badRequest(Message message, Object... values) {
        return new BadRequest(List.of(Violation.of(message, values)), 1);
    }

    /// 400: one thing wrong at this place.
    public static BadRequest badRequest(String place, Message message, Object... values) {
        return new BadRequest(List.of(Violation.at(place, message, values)), 1);
    }

    /// Of this HTTP status.
    public static Refused refused(int status, Message message, Object... values) {
        return new Refused(status, Violation.of(message, values));
    }

    /// 413.
    public static Refused tooLarge(int maxBytes) {
        return refused(413, RequestMessage.BODY_TOO_LARGE, maxBytes);
    }

    /// 400: something in headers, parameters or body.
    public static final class BadRequest extends Failure {
        private final List<Violation> violations;
        private final int count;

        /// @param count of all there are, should these be the first of them only
        public BadRequest(List<Violation> violations, int count) {
            this.violations = List.copyOf(violations);
            this.count = count;
        }

        public int count() {
            return count;
        }

        public List<Violation> violations() {
            return violations;
        }
    }

    /// The request is well formed, but not for this caller, or not for things as they are.
    public static final class Refused extends Failure {
        private final int status;
        private final Violation violation;

        public Refused(int status, Violation violation) {
            this.status = status;
            this.violation = violation;
        }

        public int status() {
            return status;
        }

        public Violation violation() {
            return violation;
        }
    }

    /// 429: time alone lifts it.
    public static final class Limited extends Failure {
        private final Violation violation;
        private final Duration retryAfter;
        private final Map<String, String> headers;

        public Limited(Violation violation, Duration retryAfter, Map<String, String> headers) {
            this.violation = violation;
            this.retryAfter = retryAfter;
            this.headers = headers;
        }

        public Violation violation() {
            return violation;
        }

        public Duration retryAfter() {
            return retryAfter;
        }

        public Map<String, String> headers() {
            return headers;
        }
    }

    /// 503: more work than this node takes on.
    public static final class Overloaded extends Failure {}

    /// 503: this node is stopping.
    public static final class Stopping extends Failure {}

    /// 503: the connection to the database broke during a write, so that nobody knows whether it took effect.
    public static final class OutcomeUnknown extends Failure {
        public OutcomeUnknown(Throwable cause) {
            super(cause);
        }
    }

    /// 503: the database does not answer.
    public static final class Unavailable extends Failure {
        public Unavailable(Throwable cause) {
            super(cause);
        }
    }
}
