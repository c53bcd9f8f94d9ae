package stockroom.http;

import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.Timer;
import io.opentelemetry.api.OpenTelemetry;
import io.opentelemetry.api.common.AttributeKey;
import io.opentelemetry.api.trace.Span;
import io.opentelemetry.api.trace.SpanKind;
import io.opentelemetry.api.trace.StatusCode;
import io.opentelemetry.api.trace.Tracer;
import io.opentelemetry.context.Context;
import io.opentelemetry.context.propagation.TextMapGetter;
import java.time.Duration;
import java.util.stream.LongStream;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import stockroom.http.log.CallerFields;
import stockroom.http.log.LogThrottle;

/// Records each request as a metric, a log line and a span, but never a header, a parameter or a body.
final class RequestLog {
    private static final Logger SUCCEEDED = LoggerFactory.getLogger("stockroom.requests");
    /// An operator can enable only these lines.
    private static final Logger FAILED = LoggerFactory.getLogger("stockroom.requests.failed");

    private static final String LAST_ANSWER =
            "answered; further requests of unknown callers in this second are only counted in the metrics";

    private final OpenTelemetry telemetry;
    private final Tracer tracer;
    private final LogThrottle lines = new LogThrottle();
    private final io.micrometer.core.instrument.Meter.MeterProvider<Timer> timers;

    RequestLog(String whose, MeterRegistry metrics, OpenTelemetry telemetry) {
        this.telemetry = telemetry;
        this.tracer = telemetry.getTracer("stockroom");
        this.timers = Timer.builder("stockroom.request.duration")
                .description("duration of requests")
                .tag("interface", whose)
                .serviceLevelObjectives(LongStream.of(1, 5, 10, 25, 50, 100, 250, 1_000, 5_000)
                        .mapToObj(Duration::ofMillis)
                        .toArray(Duration[]::new))
                .withRegistry(metrics);
    }

    Span startSpan(Request request) {
        var parent =
                telemetry.getPropagators().getTextMapPropagator().extract(Context.current(), request, TRACE_HEADERS);
        return tracer.spanBuilder(request.method() + " " + endpoint(request.route()))
                .setParent(parent)
                .setSpanKind(SpanKind.SERVER)
                .startSpan();
    }

    void record(Request request, Answer answer, Span span, Duration took) {
        var endpoint = endpoint(request.route());
        var code = answer.code();
        timers.withTags("endpoint", endpoint, "outcome", outcome(answer), "code", code)
                .record(took);
        switch (request.owner().isProven() ? LogThrottle.Next.WRITE : lines.next(System.nanoTime())) {
            case WRITE -> log(request, endpoint, answer, took, "answered");
            case WRITE_LAST -> log(request, endpoint, answer, took, LAST_ANSWER);
            case LEAVE_OUT -> {}
        }
        span.setAttribute(AttributeKey.longKey("http.response.status_code"), answer.status());
        span.setAttribute("http.route", endpoint);
        span.setAttribute("stockroom.code", code);
        span.setAttribute("stockroom.request_id", request.id());
        if (answer.status() >= 500) {
            span.setStatus(StatusCode.ERROR);
        }
    }

    private static void log(Request request, String endpoint, Answer answer, Duration took, String message) {
        var log = answer.violations().isEmpty() ? SUCCEEDED : FAILED;
        var line = CallerFields.add(log.atInfo(), request.owner())
                .addKeyValue("requestId", request.id())
                .addKeyValue("method", request.method())
                .addKeyValue("endpoint", endpoint)
                .addKeyValue("status", answer.status())
                .addKeyValue("code", answer.code())
                .addKeyValue("millis", took.toMillis())
                .addKeyValue("address", request.client().text());
        CallerFields.add(line, "merchant", request.admission().merchant());
        var operator = request.admission().operator();
        (operator.isEmpty() ? line : line.addKeyValue("operator", operator)).log(message);
    }

    /// Gives all unknown paths one name, so that a scanner cannot add metrics without end.
    static String endpoint(@Nullable Route route) {
        return route == null ? "unknown" : route.path();
    }

    private static String outcome(Answer answer) {
        return switch (answer.status()) {
            case 200, 201, 302, 303 -> answer.violations().isEmpty() ? "success" : "refused";
            case 429 -> "limited";
            case 500, 503 -> "failed";
            default -> "bad_request";
        };
    }

    private static final TextMapGetter<Request> TRACE_HEADERS = (request, name) ->
            request == null ? null : request.headers(name).stream().findFirst().orElse(null);
}
