package stockroom.http;

import io.helidon.http.HeaderNames;
import io.helidon.http.Status;
import io.helidon.webserver.http.ServerRequest;
import io.helidon.webserver.http.ServerResponse;
import io.opentelemetry.context.Scope;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.HashMap;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Semaphore;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/// Takes every request from the listener to its endpoint and its outcome back to the caller. Whatever goes wrong on
/// the way ends in [#rendered(Failure, Route, Request)].
final class Dispatcher {
    private static final Logger LOG = LoggerFactory.getLogger(Dispatcher.class);
    private static final String JSON = "application/json";
    private static final Duration RETRY_OVERLOAD = Duration.ofSeconds(1);

    private final Routes routes;
    private final Message unknownPath;
    private final FailureBody failureBody;
    private final FailureListener failures;
    private final ClientAddress clientAddress;
    private final Semaphore permits;
    private final AtomicInteger inProgress = new AtomicInteger();
    private final RequestRecords records;
    private final Duration requestTimeout;
    private final BodyMemory bodies;
    private volatile boolean draining;

    /// @param unknownPath said where there is no such path
    Dispatcher(
            List<Route> routes,
            Message unknownPath,
            FailureBody failureBody,
            FailureListener failures,
            ClientAddress clientAddress,
            int maxRequests,
            Duration requestTimeout,
            BodyMemory bodies,
            RequestRecords records) {
        this.routes = new Routes(routes);
        this.unknownPath = unknownPath;
        this.failureBody = failureBody;
        this.failures = failures;
        this.clientAddress = clientAddress;
        this.permits = new Semaphore(maxRequests);
        this.requestTimeout = requestTimeout;
        this.bodies = bodies;
        this.records = records;
    }

    /// @param faults what went wrong; none when nothing did
    /// @param contentType none where the headers have it
    /// @param body a document as it is, where to read a file, or what becomes JSON
    record Rendered(int status, List<Fault> faults, Map<String, String> headers, String contentType, Object body) {
        String code() {
            return faults.isEmpty() ? "" : faults.getFirst().message().code();
        }
    }

    void handle(ServerRequest in, ServerResponse out) {
        inProgress.incrementAndGet();
        try {
            answerAndRecord(in, out);
        } finally {
            inProgress.decrementAndGet();
        }
    }

    private void answerAndRecord(ServerRequest in, ServerResponse out) {
        long start = System.nanoTime();
        var match = routes.find(in.prologue().method().text(), in.path().rawPath());
        var request = new Request(in, newRequestId(), clientAddress.of(in), match.values(), bodies, requestTimeout);
        var route = match.route();
        var span = records.startSpan(request, route);
        try (Scope _ = span.makeCurrent()) {
            var rendered = answer(match, request);
            try {
                send(rendered, request, route, out);
            } finally {
                // a caller that hung up has still been served
                records.record(request, route, rendered, span, Duration.ofNanos(System.nanoTime() - start));
                if (!rendered.faults().isEmpty()) {
                    failures.failed(request, RequestRecords.endpoint(route), rendered.status(), rendered.faults());
                }
            }
        } finally {
            span.end();
        }
    }

    private Rendered answer(Routes.Match match, Request request) {
        var route = match.route();
        if (!permits.tryAcquire()) {
            return rendered(new Failure.Overloaded(), route, request);
        }
        try {
            if (route == null) {
                throw new Failure.UnknownPath();
            }
            if (!match.methodFits()) {
                throw new Failure.WrongMethod(match.allowed());
            }
            return switch (route.endpoint().answer(request)) {
                case Answer.Success(var status, var body, var headers) ->
                    new Rendered(status, List.of(), headers, JSON, body);
                case Answer.Document(var contentType, var content) ->
                    new Rendered(200, List.of(), Map.of(), contentType, content);
                case Answer.File(var headers, var content) -> new Rendered(200, List.of(), headers, "", content);
                case Answer.Unchanged(var headers) -> new Rendered(304, List.of(), headers, "", "");
                case Answer.Refusal(var message, var values, var headers) ->
                    failed(200, Fault.of(message, values.toArray()), headers, route, request);
            };
        } catch (Failure failure) {
            return rendered(failure, route, request);
        } catch (RuntimeException | StackOverflowError e) {
            LOG.atError().setCause(e).addKeyValue("requestId", request.id()).log("a fault of ours");
            return failed(500, Fault.of(Message.INTERNAL_ERROR), Map.of(), route, request);
        } finally {
            request.forgetBody();
            permits.release();
        }
    }

    private Rendered rendered(Failure failure, @Nullable Route route, Request request) {
        return switch (failure) {
            case Failure.BadRequest bad -> failed(400, bad.faults(), Map.of(), route, request);
            case Failure.UnknownPath _ ->
                failed(404, Fault.of(unknownPath, Shown.of(request.path())), Map.of(), route, request);
            case Failure.WrongMethod wrong ->
                failed(
                        405,
                        Fault.of(Message.METHOD_NOT_ALLOWED, Shown.of(request.method()), wrong.allowed()),
                        Map.of("Allow", wrong.allowed()),
                        route,
                        request);
            case Failure.Refused refused ->
                failed(refused.status(), refused.fault(), refused.headers(), route, request);
            case Failure.TooLarge _ ->
                failed(413, Fault.of(Message.BODY_TOO_LARGE, Request.MOST_BODY_BYTES), Map.of(), route, request);
            case Failure.Limited limited ->
                failed(429, limited.fault(), with(limited.headers(), retryAfter(limited.retryAfter())), route, request);
            case Failure.Overloaded _ ->
                failed(503, Fault.of(Message.OVERLOADED), retryAfter(RETRY_OVERLOAD), route, request);
            case Failure.Unavailable unavailable -> {
                LOG.atError()
                        .setCause(unavailable.getCause())
                        .addKeyValue("requestId", request.id())
                        .log("the database does not answer");
                yield failed(503, Fault.of(Message.UNAVAILABLE), retryAfter(RETRY_OVERLOAD), route, request);
            }
        };
    }

    private Rendered failed(
            int status, Fault fault, Map<String, String> headers, @Nullable Route route, Request request) {
        return failed(status, List.of(fault), headers, route, request);
    }

    private Rendered failed(
            int status, List<Fault> faults, Map<String, String> headers, @Nullable Route route, Request request) {
        var emptyData = route == null ? Route.EmptyData.ABSENT : route.emptyData();
        var body = failureBody.of(faults, emptyData, request.id(), request.language());
        return new Rendered(status, faults, headers, JSON, body);
    }

    private void send(Rendered rendered, Request request, @Nullable Route route, ServerResponse out) {
        out.status(Status.create(rendered.status()));
        if (!rendered.contentType().isEmpty()) {
            out.header(HeaderNames.CONTENT_TYPE, rendered.contentType());
        }
        out.header(HeaderNames.create("X-Request-Id"), request.id());
        if (route != null) {
            route.headers().forEach((name, value) -> out.header(HeaderNames.create(name), value));
        }
        rendered.headers().forEach((name, value) -> out.header(HeaderNames.create(name), value));
        if (draining || request.broken()) {
            out.header(HeaderNames.CONNECTION, "close");
        }
        if (request.method().equals("HEAD") || rendered.status() == 304) {
            // a body would be taken for the beginning of the next answer
            out.send();
            return;
        }
        switch (rendered.body()) {
            case String document -> out.send(document.getBytes(StandardCharsets.UTF_8));
            case Supplier<?> file -> send((InputStream) file.get(), out);
            case Object answer -> out.send(Json.write(answer));
        }
    }

    /// Piece by piece: many callers at once, however slow, need little memory.
    private static void send(InputStream file, ServerResponse out) {
        try (file;
                var to = out.outputStream()) {
            file.transferTo(to);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
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

    /// From now on callers are asked to open their next connection elsewhere.
    void drain() {
        draining = true;
    }

    static String newRequestId() {
        return HexFormat.of().toHexDigits(ThreadLocalRandom.current().nextLong());
    }
}
