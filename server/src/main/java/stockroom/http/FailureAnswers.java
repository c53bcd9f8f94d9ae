package stockroom.http;

import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import org.eclipse.jetty.http.HttpStatus;
import org.jspecify.annotations.Nullable;
import stockroom.http.Answer.Refusal;
import stockroom.http.failure.EmptyData;
import stockroom.http.failure.Excerpt;
import stockroom.http.failure.Failure;
import stockroom.http.failure.FailureBody;
import stockroom.http.failure.RequestMessage;
import stockroom.http.failure.Violation;
import stockroom.http.input.Json;
import stockroom.http.log.ErrorLog;

final class FailureAnswers {
    private static final Duration RETRY_OVERLOAD = Duration.ofSeconds(1);
    private static final int MAX_LANGUAGES_LENGTH = 200;
    private static final List<Locale> LANGUAGES = List.of(Locale.ENGLISH, Locale.CHINESE);

    private final Api api;
    private final FailureBody body;
    private final ErrorLog errors;

    FailureAnswers(Api api, ErrorLog errors) {
        this.api = api;
        this.body = new FailureBody(api.docsAddress());
        this.errors = errors;
    }

    Refusal of(Failure failure, Request request) {
        return switch (failure) {
            case Failure.BadRequest bad -> new Refusal(400, bad.violations(), bad.count(), List.of(), Map.of());
            case Failure.Refused refused ->
                refusal(
                        refused.status(),
                        refused.violation(),
                        refused.status() == 401 ? Map.of("WWW-Authenticate", "Bearer") : Map.of());
            case Failure.Limited limited -> {
                var headers = new HashMap<>(limited.headers());
                headers.putAll(retryAfter(limited.retryAfter()));
                yield refusal(429, limited.violation(), headers);
            }
            case Failure.Overloaded _ -> unavailable(RequestMessage.OVERLOADED);
            case Failure.Stopping _ -> unavailable(RequestMessage.STOPPING);
            case Failure.Unavailable unavailable -> {
                log("the database does not answer", unavailable.getCause(), request);
                yield unavailable(RequestMessage.UNAVAILABLE);
            }
            case Failure.OutcomeUnknown unknown -> {
                log("the connection to the database broke during a write", unknown.getCause(), request);
                yield unavailable(RequestMessage.OUTCOME_UNKNOWN);
            }
        };
    }

    Refusal unknownPath(Request request, Optional<String> meant) {
        var path = Excerpt.of(request.path());
        var violation = meant.map(right -> Violation.of(api.misspeltPath(), path, right))
                .orElseGet(() -> Violation.of(api.unknownPath(), path));
        return refusal(404, violation, Map.of());
    }

    Refusal wrongMethod(Request request, String allowed) {
        var violation = Violation.of(RequestMessage.METHOD_NOT_ALLOWED, Excerpt.of(request.method()), allowed);
        return refusal(405, violation, Map.of("Allow", allowed));
    }

    /// Jetty has refused the request with this status.
    Refusal ofStatus(int status, @Nullable Throwable cause, Request request) {
        return switch (status) {
            case HttpStatus.PAYLOAD_TOO_LARGE_413 -> of(Failure.tooLarge(RequestBody.MAX_BYTES), request);
            case HttpStatus.SERVICE_UNAVAILABLE_503 -> of(new Failure.Stopping(), request);
            case HttpStatus.INTERNAL_SERVER_ERROR_500 -> internalError(cause, request);
            case HttpStatus.MISDIRECTED_REQUEST_421 ->
                refusal(status, Violation.of(ResourceMessage.HOST_UNKNOWN, Excerpt.of(request.host())), Map.of());
            default -> refusal(400, Violation.of(RequestMessage.REQUEST_MALFORMED), Map.of());
        };
    }

    Refusal internalError(@Nullable Throwable cause, Request request) {
        log("internal error", cause, request);
        return refusal(500, Violation.of(RequestMessage.INTERNAL_ERROR), Map.of());
    }

    private void log(String message, @Nullable Throwable cause, Request request) {
        errors.log(message, cause, request.id(), request.owner());
    }

    private static Refusal unavailable(RequestMessage message) {
        return refusal(503, Violation.of(message), retryAfter(RETRY_OVERLOAD));
    }

    private static Map<String, String> retryAfter(Duration wait) {
        return Map.of("Retry-After", Long.toString(Math.max(1, Math.ceilDiv(wait.toNanos(), 1_000_000_000L))));
    }

    private static Refusal refusal(int status, Violation violation, Map<String, String> headers) {
        return new Refusal(status, List.of(violation), 1, List.of(), headers);
    }

    boolean arePages() {
        return api.failurePage().isPresent();
    }

    /// Returns HTML for browsers and JSON for programs.
    byte[] body(Refusal refusal, Request request) {
        return api.failurePage()
                .map(page -> page.html(
                        request, refusal.status(), refusal.violations().getFirst()))
                .orElseGet(() -> json(refusal, request));
    }

    private byte[] json(Refusal refusal, Request request) {
        var emptyData =
                request.route() == null ? EmptyData.ABSENT : request.route().emptyData();
        return Json.write(body.of(
                refusal.violations(),
                refusal.count(),
                refusal.products(),
                emptyData,
                request.id(),
                language(request.headers("Accept-Language"))));
    }

    /// Returns English unless the caller prefers Chinese.
    static Locale language(List<String> wishes) {
        var wish = String.join(",", wishes);
        // looking up a long list would take seconds
        if (wish.isEmpty() || wish.length() > MAX_LANGUAGES_LENGTH) {
            return Locale.ENGLISH;
        }
        try {
            var wanted = Locale.LanguageRange.parse(wish);
            return Optional.ofNullable(Locale.lookup(wanted, LANGUAGES)).orElse(Locale.ENGLISH);
        } catch (IllegalArgumentException e) {
            return Locale.ENGLISH;
        }
    }
}
