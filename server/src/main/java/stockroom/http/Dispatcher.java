package stockroom.http;

import io.opentelemetry.api.trace.Span;
import io.opentelemetry.context.Scope;
import java.nio.ByteBuffer;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Function;
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
import stockroom.http.bounds.BoundedHeads;
import stockroom.http.bounds.BoundedWrites;
import stockroom.http.failure.Failure;
import stockroom.http.input.Json;
import stockroom.http.log.ErrorLog;

/// Passes each request to its endpoint and sends the response.
final class Dispatcher extends Handler.Wrapper {
    /// Compression does not make shorter responses smaller.
    private static final int MIN_COMPRESSED_BYTES = 1_024;

    private static final String REQUEST_ID = "X-Request-Id";
    private static final List<HttpField> JSON_HEADERS = List.of(
            new PreEncodedHttpField(HttpHeader.CONTENT_TYPE, "application/json"),
            new PreEncodedHttpField(HttpHeader.CACHE_CONTROL, "no-store"),
            new PreEncodedHttpField("X-Content-Type-Options", "nosniff"));

    private final Routes routes;
    private final FailureListener listener;
    private final FailureAnswers failures;
    private final RequestLog records;
    private final ErrorLog errors;
    private final Request.RequestBounds bounds;
    private final AtomicInteger inProgress = new AtomicInteger();

    Dispatcher(Api api, Request.RequestBounds bounds, RequestLog records, ErrorLog errors) {
        super(new StaticFiles());
        this.routes = new Routes(api.routes());
        this.listener = api.failures();
        this.failures = new FailureAnswers(api, errors);
        this.bounds = bounds;
        this.records = records;
        this.errors = errors;
    }

    private record Exchange(Request request, Span span, long begun) {}

    /// Endpoints wait for the database. Otherwise Jetty would assume that they never block, as [StaticFiles],
    /// and run them on the thread that watches all connections.
    @Override
    public InvocationType getInvocationType() {
        return InvocationType.BLOCKING;
    }

    @Override
    public boolean handle(org.eclipse.jetty.server.Request in, Response out, Callback callback) throws Exception {
        return respond(this::answer, in, new BoundedWrites(in, out), callback);
    }

    private boolean respond(
            Function<Request, Answer> answer, org.eclipse.jetty.server.Request in, Response out, Callback callback)
            throws Exception {
        var path = Objects.requireNonNullElse(in.getHttpURI().getPath(), "");
        var match = routes.find(in.getMethod(), path);
        inProgress.incrementAndGet();
        var request = new Request(in, match, bounds);
        var exchange = new Exchange(request, records.startSpan(request), System.nanoTime());
        try (Scope _ = exchange.span.makeCurrent()) {
            send(answer.apply(request), exchange, in, out, callback);
        } catch (Exception | Error e) {
            // Jetty then calls refuse()
            request.admission().endSending();
            exchange.span.end();
            inProgress.decrementAndGet();
            throw e;
        } finally {
            request.admission().endProving();
        }
        return true;
    }

    private Answer answer(Request request) {
        try {
            request.admission().startUnproven();
            request.requireFewHeaders();
            var route = request.route();
            if (route == null) {
                return failures.unknownPath(request, routes.resembling(request.path()));
            }
            if (!request.match().methodFits()) {
                return failures.wrongMethod(request, request.match().allowed());
            }
            var answer = route.endpoint().answer(request);
            if (answer instanceof PageAnswer page) {
                request.admission().startSending(page.html().length);
            }
            return answer instanceof Answer.Success success ? asBytes(success, request) : answer;
        } catch (Failure failure) {
            return failures.of(failure, request);
        } catch (RuntimeException | StackOverflowError e) {
            return failures.internalError(e, request);
        } finally {
            request.endWork();
        }
    }

    /// Writes and compresses the body before sending, so that its memory counts while the caller reads.
    private static Answer asBytes(Answer.Success success, Request request) {
        var admission = request.admission();
        var warnings = request.warnings();
        var json = warnings.isEmpty()
                ? json(success)
                : warnings.appendedTo(json(success), FailureAnswers.language(request.headers("Accept-Language")));
        var bytes = json;
        var headers = success.headers();
        if (json.length >= MIN_COMPRESSED_BYTES && request.takesGzip()) {
            bytes = admission.process(json.length, () -> Json.compressed(json));
            headers = new HashMap<>(headers);
            headers.put("Content-Encoding", "gzip");
            headers.put("Vary", "Accept-Encoding");
        }
        admission.startSending(bytes.length);
        return new Answer.Success(success.status(), bytes, headers);
    }

    private static byte[] json(Answer.Success success) {
        return success.body() instanceof byte[] written ? written : Json.write(success.body());
    }

    /// Responds to a request that Jetty did not pass on, because it is not valid HTTP or came too late.
    boolean refuse(org.eclipse.jetty.server.Request in, Response out, Callback callback) throws Exception {
        int status = out.getStatus();
        if (!HttpStatus.isClientError(status) && !HttpStatus.isServerError(status)) {
            // a status such as "not modified" needs no body
            callback.succeeded();
            return true;
        }
        var cause = (Throwable) in.getAttribute(ErrorHandler.ERROR_EXCEPTION);
        if (cause instanceof EofException && !(cause instanceof HttpException)) {
            // the caller is gone
            callback.failed(cause);
            return true;
        }
        // Jetty closes the connection, and the caller should know before it sends the next request
        out.getHeaders().put(HttpFields.CONNECTION_CLOSE);
        return respond(request -> failures.ofStatus(status, cause, request), in, out, callback);
    }

    private void send(
            Answer answer, Exchange exchange, org.eclipse.jetty.server.Request in, Response out, Callback callback)
            throws Exception {
        var request = exchange.request;
        var headers = out.getHeaders();
        out.setStatus(answer.status());
        headers.add(REQUEST_ID, request.id());
        var route = request.route();
        if (route != null) {
            route.headers().forEach(headers::put);
        }
        request.answerHeaders().forEach(headers::put);
        answer.headers().forEach(headers::put);
        // an unknown caller could otherwise keep the processors busy with requests that it sends ahead
        boolean isAhead =
                !request.admission().isAuthenticated() && BoundedHeads.areTooManyAhead(in.getConnectionMetaData());
        if (isAhead || request.bodyMayBreakOff()) {
            headers.put(HttpFields.CONNECTION_CLOSE);
        }
        var done = Callback.from(
                () -> {
                    end(exchange, answer);
                    request.admission().endProving();
                    request.discardRest();
                    callback.succeeded();
                },
                failure -> {
                    end(exchange, answer);
                    callback.failed(failure);
                });
        switch (answer) {
            case Answer.Success success -> {
                JSON_HEADERS.forEach(headers::add);
                out.write(true, ByteBuffer.wrap(json(success)), done);
            }
            case Answer.Refusal refusal -> {
                var body = failures.body(refusal, request);
                if (request.admission().startSendingFailure(body.length)) {
                    (failures.arePages() ? PageAnswer.HEADERS : JSON_HEADERS).forEach(headers::put);
                    out.write(true, ByteBuffer.wrap(body), done);
                } else {
                    request.admission().close("too many failures that are not read yet");
                    done.failed(new EofException("no room for the answer"));
                }
            }
            case Answer.Document(var contentType, var content) -> {
                headers.put(HttpHeader.CONTENT_TYPE, contentType);
                out.write(true, ByteBuffer.wrap(content), done);
            }
            case Answer.File(var name, var _) -> {
                var target = HttpURI.build(in.getHttpURI()).path("/" + name).asImmutable();
                if (!super.handle(org.eclipse.jetty.server.Request.serveAs(in, target), out, done)) {
                    throw new IllegalStateException(name + " is not in the class path");
                }
            }
            case PageAnswer page -> {
                page.addTo(headers);
                out.write(true, ByteBuffer.wrap(page.html()), done);
            }
            case Answer.Redirect _ -> out.write(true, null, done);
        }
    }

    /// A caller that hung up has still been served.
    private void end(Exchange exchange, Answer answer) {
        var request = exchange.request;
        request.admission().endSending();
        try (Scope _ = exchange.span.makeCurrent()) {
            var took = Duration.ofNanos(System.nanoTime() - exchange.begun);
            records.record(request, answer, exchange.span, took);
            if (!answer.violations().isEmpty()) {
                listener.failed(request, RequestLog.endpoint(request.route()), answer.status(), answer.violations());
            }
        } catch (RuntimeException e) {
            errors.log("could not record a request after its response", e, request.id(), request.owner());
        } finally {
            exchange.span.end();
            inProgress.decrementAndGet();
        }
    }

    int requestsInProgress() {
        return inProgress.get();
    }
}
