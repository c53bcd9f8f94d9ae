package stockroom.client.internal.http;

import java.time.Duration;
import java.util.List;
import java.util.Locale;
import java.util.Objects;
import java.util.Set;
import stockroom.client.BadRequestException;
import stockroom.client.Failure;
import stockroom.client.InvalidCursorException;
import stockroom.client.NotAuthenticatedException;
import stockroom.client.RateLimitedException;
import stockroom.client.RefusedException;
import stockroom.client.StockroomException;
import stockroom.client.UnexpectedAnswerException;
import stockroom.client.Violation;
import tools.jackson.core.JacksonException;

/// Reads responses. It ignores unknown codes, because a newer server may have more.
final class Answers {
    private static final Set<String> CREDENTIAL_CODES = Set.of(
            "HEADER_MISSING",
            "HEADER_REPEATED",
            "TIMESTAMP_INVALID",
            "TIMESTAMP_EXPIRED",
            "APP_UNKNOWN",
            "SIGN_INVALID",
            "SIGN_MISMATCH",
            "TOKEN_INVALID",
            "MERCHANT_SUSPENDED");

    private static final Set<String> CURSOR_CODES = Set.of("CURSOR_INVALID", "CURSOR_EXPIRED", "CURSOR_BEFORE_RESTORE");

    /// The wait if a 429 does not name one.
    private static final Duration DEFAULT_WAIT = Duration.ofSeconds(2);

    private Answers() {}

    static Answer read(Reply reply, Locale language) {
        var body = json(reply);
        if (reply.status() == 200 && body.path("success").isTrue()) {
            return new Answer(body, language);
        }
        throw failed(reply, body, language);
    }

    private static Json json(Reply reply) {
        try {
            return Json.read(reply.body());
        } catch (JacksonException e) {
            return Json.NULL;
        }
    }

    private static StockroomException failed(Reply reply, Json body, Locale language) {
        var failure = failure(reply, body, language);
        boolean ours = body.path("success").isBoolean();
        if (CURSOR_CODES.contains(failure.code())) {
            return new InvalidCursorException(failure);
        }
        return switch (reply.status()) {
            case 200 -> ours ? new RefusedException(failure) : new UnexpectedAnswerException(failure);
            case 400 -> bad(failure, ours);
            case 401, 403 -> new NotAuthenticatedException(failure);
            case 413 -> new BadRequestException(failure);
            case 429 -> new RateLimitedException(failure, Objects.requireNonNullElse(reply.retryAfter(), DEFAULT_WAIT));
            case 502, 503, 504 -> Unavailable.answered(failure, true, reply.retryAfter());
            case 500 -> Unavailable.answered(failure, false, null);
            default -> new UnexpectedAnswerException(failure);
        };
    }

    private static StockroomException bad(Failure failure, boolean ours) {
        if (CREDENTIAL_CODES.contains(failure.code())) {
            return new NotAuthenticatedException(failure);
        }
        return ours ? new BadRequestException(failure) : new UnexpectedAnswerException(failure);
    }

    private static Failure failure(Reply reply, Json body, Locale language) {
        var violations = body.path("errors")
                .items()
                .map(error -> new Violation(
                        error.path("at").text(""),
                        error.path("code").text(""),
                        error.path("msg").text(""),
                        error.path("stock").integer()))
                .toList();
        return new Failure(
                reply.status(),
                body.path("code").text(""),
                message(reply, body, language),
                body.path("requestId").text(reply.header("X-Request-Id").orElse("")),
                violations,
                ids(body.path("products")));
    }

    static List<Integer> ids(Json list) {
        return list.items()
                .filter(id -> id.integer() != null)
                .map(id -> id.integer(0))
                .toList();
    }

    private static String message(Reply reply, Json body, Locale language) {
        if (body.path("success").isBoolean()) {
            return body.path("msg").text("");
        }
        int length = reply.body().length();
        return Message.NOT_STOCKROOM.in(
                language, length, reply.header("Content-Type").orElse("-"));
    }
}
