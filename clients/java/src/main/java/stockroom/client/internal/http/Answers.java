package stockroom.client.internal.http;

import java.time.Duration;
import java.util.ArrayList;
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
import tools.jackson.databind.DeserializationFeature;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.cfg.JsonNodeFeature;
import tools.jackson.databind.json.JsonMapper;

/// Reads responses. It ignores unknown fields and codes, because a newer server may have more.
public final class Answers {
    /// Keeps the two decimals of a price.
    public static final JsonMapper JSON = JsonMapper.builder()
            .enable(DeserializationFeature.USE_BIG_DECIMAL_FOR_FLOATS)
            .disable(JsonNodeFeature.STRIP_TRAILING_BIGDECIMAL_ZEROES)
            .disable(DeserializationFeature.FAIL_ON_UNKNOWN_PROPERTIES)
            .build();

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
        if (reply.status() == 200 && body.path("success").asBoolean(false)) {
            return new Answer(body, language);
        }
        throw failed(reply, body, language);
    }

    private static JsonNode json(Reply reply) {
        try {
            return JSON.readTree(reply.body());
        } catch (JacksonException e) {
            return JSON.nullNode();
        }
    }

    private static StockroomException failed(Reply reply, JsonNode body, Locale language) {
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

    private static Failure failure(Reply reply, JsonNode body, Locale language) {
        List<Violation> violations = new ArrayList<>();
        for (var error : body.path("errors")) {
            var stock = error.path("stock");
            violations.add(new Violation(
                    error.path("at").asString(""),
                    error.path("code").asString(""),
                    error.path("msg").asString(""),
                    stock.canConvertToInt() ? stock.asInt() : null));
        }
        return new Failure(
                reply.status(),
                body.path("code").asString(""),
                message(reply, body, language),
                body.path("requestId").asString(reply.header("X-Request-Id").orElse("")),
                violations,
                ids(body.path("products")));
    }

    static List<Integer> ids(JsonNode list) {
        return list.valueStream()
                .filter(JsonNode::canConvertToInt)
                .map(JsonNode::asInt)
                .toList();
    }

    private static String message(Reply reply, JsonNode body, Locale language) {
        if (body.path("success").isBoolean()) {
            return body.path("msg").asString("");
        }
        int length = reply.body().length();
        return Message.NOT_STOCKROOM.in(
                language, length, reply.header("Content-Type").orElse("-"));
    }
}
