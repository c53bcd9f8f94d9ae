package stockroom.http;

import java.nio.ByteBuffer;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.eclipse.jetty.http.HttpStatus;
import org.jspecify.annotations.Nullable;
import stockroom.http.Dispatcher.Rendered;
import stockroom.http.failure.EmptyData;
import stockroom.http.failure.Excerpt;
import stockroom.http.failure.Failure;
import stockroom.http.failure.FailureBody;
import stockroom.http.failure.RequestMessage;
import stockroom.http.failure.Violation;
import stockroom.http.input.Json;
import stockroom.http.log.ErrorLog;

/// What callers are told of a request that was not carried out. Whatever goes wrong on the way ends in
/// [#of(Failure, Request)].
final class FailureAnswers {
    private static final Duration RETRY_OVERLOAD = Duration.ofSeconds(1);

    private final Api api;
    private final FailureBody body;
    private final ErrorLog errors;

    FailureAnswers(Api api, ErrorLog errors) {
        this.api = api;
        this.body = new FailureBody(api.docsAddress());
        this.errors = errors;
    }

    Rendered of(Failure failure, Request request) {
        return switch (failure) {
            case Failure.BadRequest bad -> rendered(400, bad.violations(), bad.count(), Map.of(), request);
            case Failure.UnknownPath unknown ->
                rendered(404, unknownPath(request.path(), unknown.meant()), Map.of(), request);
            case Failure.WrongMethod wrong ->
                rendered(
                        405,
                        Violation.of(RequestMessage.METHOD_NOT_ALLOWED, Excerpt.of(request.method()), wrong.allowed()),
                        Map.of("Allow", wrong.allowed()),
                        request);
            case Failure.Refused refused -> rendered(refused.status(), refused.violation(), refused.headers(), request);
            case Failure.TooLarge large ->
                rendered(413, Violation.of(RequestMessage.BODY_TOO_LARGE, large.maxBytes()), Map.of(), request);
            case Failure.Limited limited -> {
                var headers = new HashMap<>(limited.headers());
                headers.putAll(retryAfter(limited.retryAfter()));
                yield rendered(429, limited.violation(), headers, request);
            }
            case Failure.Overloaded _ -> unavailable(RequestMessage.OVERLOADED, request);
            case Failure.Stopping _ -> unavailable(RequestMessage.STOPPING, request);
            case Failure.Unavailable unavailable -> {
                log("the database does not answer", unavailable.getCause(), request);
                yield unavailable(RequestMessage.UNAVAILABLE, request);
            }
            case Failure.OutcomeUnknown unknown -> {
                log("the connection to the database broke during a write", unknown.getCause(), request);
                yield unavailable(RequestMessage.OUTCOME_UNKNOWN, request);
            }
        };
    }

    /// Of a request that Jetty has given this status.
    Rendered ofStatus(int status, @Nullable Throwable cause, Request request) {
        return switch (status) {
            case HttpStatus.PAYLOAD_TOO_LARGE_413 -> of(new Failure.TooLarge(RequestBody.MAX_BYTES), request);
            case HttpStatus.SERVICE_UNAVAILABLE_503 -> of(new Failure.Stopping(), request);
            case HttpStatus.INTERNAL_SERVER_ERROR_500 -> internalError(cause, request);
            case HttpStatus.MISDIRECTED_REQUEST_421 -> {
                var violation = Violation.of(ResourceMessage.HOST_UNKNOWN, Excerpt.of(request.host()));
                yield of(new Failure.Refused(Failure.Why.OTHER_HOST, violation), request);
            }
            default -> of(new Failure.BadRequest(Violation.of(RequestMessage.REQUEST_MALFORMED)), request);
        };
    }

    Rendered internalError(@Nullable Throwable cause, Request request) {
        log("internal error", cause, request);
        return rendered(500, Violation.of(RequestMessage.INTERNAL_ERROR), Map.of(), request);
    }

    Rendered of(Answer.Refusal refusal, Request request) {
        var json = json(refusal.violations(), refusal.count(), refusal.products(), request);
        return new Rendered(200, refusal.violations(), refusal.headers(), json);
    }

    private void log(String message, @Nullable Throwable cause, Request request) {
        errors.log(message, cause, request.id(), request.owner());
    }

    private Violation unknownPath(String path, Optional<String> meant) {
        return meant.map(right -> Violation.of(api.misspeltPath(), Excerpt.of(path), right))
                .orElseGet(() -> Violation.of(api.unknownPath(), Excerpt.of(path)));
    }

    private Rendered unavailable(RequestMessage message, Request request) {
        return rendered(503, Violation.of(message), retryAfter(RETRY_OVERLOAD), request);
    }

    private static Map<String, String> retryAfter(Duration wait) {
        return Map.of("Retry-After", Long.toString(Math.max(1, Math.ceilDiv(wait.toNanos(), 1_000_000_000L))));
    }

    private Rendered rendered(int status, Violation violation, Map<String, String> headers, Request request) {
        return rendered(status, List.of(violation), 1, headers, request);
    }

    private Rendered rendered(
            int status, List<Violation> violations, int count, Map<String, String> headers, Request request) {
        return new Rendered(status, violations, headers, json(violations, count, List.of(), request));
    }

    private Dispatcher.Body json(List<Violation> violations, int count, List<Integer> products, Request request) {
        var route = request.route();
        var emptyData = route == null ? EmptyData.ABSENT : route.emptyData();
        return new Dispatcher.Body.Json(ByteBuffer.wrap(
                Json.write(body.of(violations, count, products, emptyData, request.id(), request.language()))));
    }
}
