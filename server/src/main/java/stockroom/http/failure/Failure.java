package stockroom.http.failure;

import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/// Is thrown if a request is not carried out. A business rule refuses with an answer instead.
@SuppressWarnings("serial") // it never leaves the process
public abstract sealed class Failure extends RuntimeException {
    private Failure() {
        this(null);
    }

    private Failure(@Nullable Throwable cause) {
        super(null, cause, false, false);
    }

    public static BadRequest badRequest(Message message, Object... values) {
        return new BadRequest(List.of(Violation.of(message, values)), 1);
    }

    public static BadRequest badRequest(String place, Message message, Object... values) {
        return new BadRequest(List.of(Violation.at(place, message, values)), 1);
    }

    public static Refused refused(int status, Message message, Object... values) {
        return new Refused(status, Violation.of(message, values));
    }

    public static Refused tooLarge(int maxBytes) {
        return refused(413, RequestMessage.BODY_TOO_LARGE, maxBytes);
    }

    public static final class BadRequest extends Failure {
        private final List<Violation> violations;
        private final int count;

        /// @param count is the number of all violations, of which `violations` may be only the first
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

    /// The request is valid but not allowed for this caller or in the present state.
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

    /// The refusal ends with time alone.
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

    public static final class Overloaded extends Failure {}

    public static final class Stopping extends Failure {}

    /// The connection broke during a write, which may or may not have taken effect.
    public static final class OutcomeUnknown extends Failure {
        public OutcomeUnknown(Throwable cause) {
            super(cause);
        }
    }

    public static final class Unavailable extends Failure {
        public Unavailable(Throwable cause) {
            super(cause);
        }
    }
}
