package stockroom.http;

import io.opentelemetry.api.trace.Span;
import io.opentelemetry.context.Scope;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Supplier;
import org.eclipse.jetty.http.HttpException;
import org.eclipse.jetty.http.HttpField;
import org.eclipse.jetty.http.HttpFields;
import org.eclipse.jetty.http.HttpHeader;
import org.eclipse.jetty.http.HttpStatus;
import org.eclipse.jetty.http.HttpURI;
import org.eclipse.jetty.http.PreEncodedHttpField;
import org.eclipse.jetty.io.EofException;
import org.eclipse.jetty.server.Handler;
import org.eclipse.jetty.server.Response;
import org.eclipse.jetty.server.handler.ErrorHandler;
import org.eclipse.jetty.util.Callback;
import org.jspecify.annotations.Nullable;
import stockroom.http.bounds.ClientAddress;
import stockroom.http.bounds.NodeShares;
import stockroom.http.failure.EmptyData;
import stockroom.http.failure.Excerpt;
import stockroom.http.failure.Failure;
import stockroom.http.failure.FailureBody;
import stockroom.http.failure.RequestMessage;
import stockroom.http.failure.Violation;
import stockroom.http.input.Json;
import stockroom.http.log.ErrorLog;

/// Takes every request from the listener to its endpoint and its outcome back to the caller. Whatever goes wrong on
/// the way ends in [#rendered(Failure, Route, Request)].
final class Dispatcher extends Handler.Wrapper {
    private static final Duration RETRY_OVERLOAD = Duration.ofSeconds(1);
    /// Less does not get smaller.
    private static final int MIN_COMPRESSED_BYTES = 1_024;
    private static final Map<String, String> GZIP_HEADERS =
            Map.of("Content-Encoding", "gzip", "Vary", "Accept-Encoding");
    private static final String REQUEST_ID = "X-Request-Id";
    private static final List<HttpField> JSON_HEADERS = List.of(
            new PreEncodedHttpField(HttpHeader.CONTENT_TYPE, "application/json"),
            new PreEncodedHttpField(HttpHeader.CACHE_CONTROL, "no-store"),
            new PreEncodedHttpField("X-Content-Type-Options", "nosniff"));

    private final Routes routes;
    private final Api api;
    private final FailureBody failureBody;
    private final RequestLog records;
    private final ErrorLog errors;
    private final Bounds bounds;
    private final AtomicInteger inProgress = new AtomicInteger();

    /// What holds for every request.
    ///
    /// @param requestTimeout how long an answer may take
    /// @param readTimeout how long a body may take to arrive
    record Bounds(NodeShares shares, Duration requestTimeout, Duration readTimeout, ClientAddress clientAddress) {}

    Dispatcher(Api api, Bounds bounds, RequestLog records, ErrorLog errors) {
        super(new StaticFiles());
        this.api = api;
        this.routes = new Routes(api.routes());
        this.failureBody = new FailureBody(api.docsAddress());
        this.bounds = bounds;
        this.records = records;
        this.errors = errors;
    }

    /// @param violations what went wrong; none when nothing did
    record Rendered(int status, List<Violation> violations, Map<String, String> headers, Body body) {
        String code() {
            return violations.isEmpty() ? "" : violations.getFirst().message().code();
        }
    }

    /// What is sent below the headers.
    private sealed interface Body {
        record Json(ByteBuffer bytes) implements Body {}

        record Text(String contentType, String text) implements Body {}

        record File(String name) implements Body {}

        record Nothing() implements Body {}
    }

    /// A request and what it has come to be.
    private record Exchange(Request request, @Nullable Route route, Span span, long begun) {}

    /// Endpoints wait for the database. Without this Jetty would assume that we never block, as [StaticFiles], and run
    /// us on the thread that watches all connections.
    @Override
    public InvocationType getInvocationType() {
        return InvocationType.BLOCKING;
    }

    @Override
    public boolean handle(org.eclipse.jetty.server.Request in, Response out, Callback callback) throws Exception {
        var match = routes.find(in.getMethod(), path(in));
        var exchange = begin(in, match);
        return respond(() -> answer(match, exchange.request), exchange, in, out, callback);
    }

    private boolean respond(
            Supplier<Rendered> answer,
            Exchange exchange,
            org.eclipse.jetty.server.Request in,
            Response out,
            Callback callback)
            throws Exception {
        try (Scope _ = exchange.span.makeCurrent()) {
            send(answer.get(), exchange, in, out, callback);
        } catch (Exception | Error e) {
            // Jetty answers it through refuse
            exchange.request.endSending();
            exchange.span.end();
            inProgress.decrementAndGet();
            throw e;
        } finally {
            exchange.request.endProving();
        }
        return true;
    }

    /// Answers a request that Jetty did not hand to us: one that is not valid HTTP, or one that came too late.
    boolean refuse(org.eclipse.jetty.server.Request in, Response out, Callback callback) throws Exception {
        int status = out.getStatus();
        if (!HttpStatus.isClientError(status) && !HttpStatus.isServerError(status)) {
            // not modified, and the like
            callback.succeeded();
            return true;
        }
        var cause = (Throwable) in.getAttribute(ErrorHandler.ERROR_EXCEPTION);
        if (cause instanceof EofException && !(cause instanceof HttpException)) {
            // the caller is gone
            callback.failed(cause);
            return true;
        }
        var failure = switch (status) {
            case HttpStatus.PAYLOAD_TOO_LARGE_413 -> new Failure.TooLarge(RequestBody.MAX_BYTES);
            case HttpStatus.SERVICE_UNAVAILABLE_503 -> new Failure.Stopping();
            case HttpStatus.INTERNAL_SERVER_ERROR_500 -> null;
            case HttpStatus.MISDIRECTED_REQUEST_421 ->
                new Failure.Refused(
                        Failure.Why.OTHER_HOST,
                        Violation.of(
                                ResourceMessage.HOST_UNKNOWN,
                                Excerpt.of(in.getHttpURI().getHost())));
            default -> new Failure.BadRequest(Violation.of(RequestMessage.REQUEST_MALFORMED));
        };
        var match = routes.find(in.getMethod(), path(in));
        var exchange = begin(in, match);
        // Jetty closes it, and the caller should know before it sends the next request
        out.getHeaders().put(HttpFields.CONNECTION_CLOSE);
        return respond(
                () -> failure == null
                        ? internalError(cause, match.route(), exchange.request)
                        : rendered(failure, match.route(), exchange.request),
                exchange,
                in,
                out,
                callback);
    }

    private static String path(org.eclipse.jetty.server.Request in) {
        return Objects.requireNonNullElse(in.getHttpURI().getPath(), "");
    }

    private Exchange begin(org.eclipse.jetty.server.Request in, Routes.Match match) {
        inProgress.incrementAndGet();
        var request = new Request(in, match.values(), bounds);
        return new Exchange(request, match.route(), records.startSpan(request, match.route()), System.nanoTime());
    }

    private Rendered answer(Routes.Match match, Request request) {
        var route = match.route();
        try {
            request.startUnproven();
            request.requireFewHeaders();
            if (route == null) {
                throw new Failure.UnknownPath(routes.resembling(request.path()));
            }
            if (!match.methodFits()) {
                throw new Failure.WrongMethod(match.allowed());
            }
            return switch (route.endpoint().answer(request)) {
                case Answer.Success(var status, var body, var headers) -> {
                    var json = body instanceof byte[] written ? written : Json.write(body);
                    boolean gzip = json.length >= MIN_COMPRESSED_BYTES && request.takesGzip();
                    var bytes = gzip ? request.gzipped(json) : json;
                    request.startSending(bytes.length);
                    yield new Rendered(
                            status,
                            List.of(),
                            gzip ? with(headers, GZIP_HEADERS) : headers,
                            new Body.Json(ByteBuffer.wrap(bytes)));
                }
                case Answer.Document(var contentType, var text) ->
                    new Rendered(200, List.of(), Map.of(), new Body.Text(contentType, text));
                case Answer.File(var name, var headers) -> new Rendered(200, List.of(), headers, new Body.File(name));
                case Answer.Redirect(var path) ->
                    new Rendered(302, List.of(), Map.of("Location", path), new Body.Nothing());
                case Answer.Refusal(var violations, var count, var products, var headers) ->
                    new Rendered(200, violations, headers, body(violations, count, products, route, request));
            };
        } catch (Failure failure) {
            return rendered(failure, route, request);
        } catch (RuntimeException | StackOverflowError e) {
            return internalError(e, route, request);
        } finally {
            request.endWork();
        }
    }

    private Rendered internalError(@Nullable Throwable cause, @Nullable Route route, Request request) {
        errors.log("internal error", cause, request.id(), request.owner());
        return failed(500, Violation.of(RequestMessage.INTERNAL_ERROR), Map.of(), route, request);
    }

    private Rendered rendered(Failure failure, @Nullable Route route, Request request) {
        return switch (failure) {
            case Failure.BadRequest bad -> failed(400, bad.violations(), bad.count(), Map.of(), route, request);
            case Failure.UnknownPath unknown ->
                failed(404, unknownPath(request.path(), unknown.meant()), Map.of(), route, request);
            case Failure.WrongMethod wrong ->
                failed(
                        405,
                        Violation.of(RequestMessage.METHOD_NOT_ALLOWED, Excerpt.of(request.method()), wrong.allowed()),
                        Map.of("Allow", wrong.allowed()),
                        route,
                        request);
            case Failure.Refused refused ->
                failed(refused.status(), refused.violation(), refused.headers(), route, request);
            case Failure.TooLarge large ->
                failed(413, Violation.of(RequestMessage.BODY_TOO_LARGE, large.maxBytes()), Map.of(), route, request);
            case Failure.Limited limited ->
                failed(
                        429,
                        limited.violation(),
                        with(limited.headers(), retryAfter(limited.retryAfter())),
                        route,
                        request);
            case Failure.Overloaded _ ->
                failed(503, Violation.of(RequestMessage.OVERLOADED), retryAfter(RETRY_OVERLOAD), route, request);
            case Failure.Stopping _ ->
                failed(503, Violation.of(RequestMessage.STOPPING), retryAfter(RETRY_OVERLOAD), route, request);
            case Failure.Unavailable unavailable -> {
                errors.log("the database does not answer", unavailable.getCause(), request.id(), request.owner());
                yield failed(503, Violation.of(RequestMessage.UNAVAILABLE), retryAfter(RETRY_OVERLOAD), route, request);
            }
            case Failure.OutcomeUnknown unknown -> {
                errors.log(
                        "the connection to the database broke during a write",
                        unknown.getCause(),
                        request.id(),
                        request.owner());
                yield failed(
                        503, Violation.of(RequestMessage.OUTCOME_UNKNOWN), retryAfter(RETRY_OVERLOAD), route, request);
            }
        };
    }

    private Rendered failed(
            int status, Violation violation, Map<String, String> headers, @Nullable Route route, Request request) {
        return failed(status, List.of(violation), 1, headers, route, request);
    }

    private Violation unknownPath(String path, Optional<String> meant) {
        return meant.map(right -> Violation.of(api.misspeltPath(), Excerpt.of(path), right))
                .orElseGet(() -> Violation.of(api.unknownPath(), Excerpt.of(path)));
    }

    private Rendered failed(
            int status,
            List<Violation> violations,
            int count,
            Map<String, String> headers,
            @Nullable Route route,
            Request request) {
        return new Rendered(status, violations, headers, body(violations, count, List.of(), route, request));
    }

    private Body body(
            List<Violation> violations, int count, List<Integer> products, @Nullable Route route, Request request) {
        var emptyData = route == null ? EmptyData.ABSENT : route.emptyData();
        return new Body.Json(ByteBuffer.wrap(
                Json.write(failureBody.of(violations, count, products, emptyData, request.id(), request.language()))));
    }

    private void send(
            Rendered rendered, Exchange exchange, org.eclipse.jetty.server.Request in, Response out, Callback callback)
            throws Exception {
        var headers = out.getHeaders();
        out.setStatus(rendered.status());
        headers.add(REQUEST_ID, exchange.request.id());
        if (exchange.route != null) {
            exchange.route.headers().forEach(headers::put);
        }
        exchange.request.answerHeaders().forEach(headers::put);
        rendered.headers().forEach(headers::put);
        var done = Callback.from(
                () -> {
                    end(exchange, rendered);
                    letOthersRun(exchange.request);
                    exchange.request.discardRest();
                    callback.succeeded();
                },
                failure -> {
                    end(exchange, rendered);
                    callback.failed(failure);
                });
        switch (rendered.body()) {
            case Body.Json(var bytes) -> {
                if (!rendered.violations().isEmpty() && !exchange.request.startSendingFailure(bytes.remaining())) {
                    exchange.request.close("too many failures that are not read yet");
                    done.failed(new EofException("no room for the answer"));
                    return;
                }
                JSON_HEADERS.forEach(headers::add);
                out.write(true, bytes, done);
            }
            case Body.Text(var contentType, var text) -> {
                headers.put(HttpHeader.CONTENT_TYPE, contentType);
                out.write(true, ByteBuffer.wrap(text.getBytes(StandardCharsets.UTF_8)), done);
            }
            case Body.File(var name) -> {
                var target = HttpURI.build(in.getHttpURI()).path("/" + name).asImmutable();
                if (!super.handle(org.eclipse.jetty.server.Request.serveAs(in, target), out, done)) {
                    throw new IllegalStateException(name + " is not in the class path");
                }
            }
            case Body.Nothing() -> out.write(true, null, done);
        }
    }

    /// A virtual thread keeps its processor until it waits, and one that answers strangers never does: with
    /// thousands of requests sent at once on each connection, everybody else would wait for all of them. Only a few
    /// strangers get this far at once, so whoever else is ready runs soon.
    @SuppressWarnings("ThreadPriorityCheck")
    private static void letOthersRun(Request request) {
        if (!request.isProven()) {
            Thread.yield();
            request.endProving();
        }
    }

    /// The answer is on its way; a caller that hung up has still been served.
    private void end(Exchange exchange, Rendered rendered) {
        var request = exchange.request;
        request.endSending();
        try {
            var took = Duration.ofNanos(System.nanoTime() - exchange.begun);
            records.record(request, exchange.route, rendered, exchange.span, took);
            if (!rendered.violations().isEmpty()) {
                api.failures()
                        .failed(request, RequestLog.endpoint(exchange.route), rendered.status(), rendered.violations());
            }
        } catch (RuntimeException e) {
            errors.log("an answered request could not be recorded", e, request.id(), request.owner());
        } finally {
            exchange.span.end();
            inProgress.decrementAndGet();
        }
    }

    private static Map<String, String> retryAfter(Duration wait) {
        return Map.of("Retry-After", Long.toString(Math.max(1, Math.ceilDiv(wait.toNanos(), 1_000_000_000L))));
    }

    private static Map<String, String> with(Map<String, String> some, Map<String, String> more) {
        var all = new HashMap<>(some);
        all.putAll(more);
        return all;
    }

    /// Those whose answer is not wholly written yet.
    int requestsInProgress() {
        return inProgress.get();
    }
}
