package stockroom.client.internal.http;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.OptionalLong;
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
            .disable(DeserializationFeature.FAIL_ON_NULL_FOR_PRIMITIVES)
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

    static JsonNode read(Reply reply) {
        var body = json(reply);
        if (reply.status() == 200 && body.path("success").asBoolean(false)) {
            return body;
        }
        throw failed(reply, body);
    }

    private static JsonNode json(Reply reply) {
        try {
            return JSON.readTree(reply.body());
        } catch (JacksonException e) {
            return JSON.nullNode();
        }
    }

    private static StockroomException failed(Reply reply, JsonNode body) {
        var failure = failure(reply, body);
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

    private static Failure failure(Reply reply, JsonNode body) {
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
                message(reply, body),
                body.path("requestId").asString(reply.header("X-Request-Id").orElse("")),
                violations,
                ids(body.path("products")));
    }

    public static List<Integer> ids(JsonNode list) {
        return list.valueStream()
                .filter(JsonNode::canConvertToInt)
                .map(JsonNode::asInt)
                .toList();
    }

    private static String message(Reply reply, JsonNode body) {
        if (body.path("success").isBoolean()) {
            return body.path("msg").asString("");
        }
        return "not an answer of Stockroom (%d characters of %s); check the address"
                .formatted(reply.body().length(), reply.header("Content-Type").orElse("no type"));
    }

    public static <T> T as(JsonNode node, Class<T> type) {
        if (node.isMissingNode() || node.isNull()) {
            throw notAsExpected("a part of it is missing");
        }
        try {
            return JSON.treeToValue(node, type);
        } catch (JacksonException e) {
            throw notAsExpected(String.valueOf(e.getOriginalMessage()));
        }
    }

    public static String text(JsonNode answer, String name) {
        var text = answer.path(name);
        if (!text.isString() || text.asString().isBlank()) {
            throw notAsExpected(name + " is missing");
        }
        return text.asString();
    }

    public static OptionalLong push(JsonNode answer) {
        var push = answer.path("push");
        return push.canConvertToLong() ? OptionalLong.of(push.asLong()) : OptionalLong.empty();
    }

    public static UnexpectedAnswerException notAsExpected(String why) {
        return new UnexpectedAnswerException(
                new Failure(200, "", "the answer is not as expected: " + why, "", List.of(), List.of()));
    }
}
