package stockroom;

import io.opentelemetry.api.OpenTelemetry;
import io.opentelemetry.api.common.AttributeKey;
import io.opentelemetry.api.trace.propagation.W3CTraceContextPropagator;
import io.opentelemetry.context.propagation.ContextPropagators;
import io.opentelemetry.exporter.otlp.http.trace.OtlpHttpSpanExporter;
import io.opentelemetry.sdk.OpenTelemetrySdk;
import io.opentelemetry.sdk.resources.Resource;
import io.opentelemetry.sdk.trace.SdkTracerProvider;
import io.opentelemetry.sdk.trace.export.BatchSpanProcessor;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/// Traces are sent to an OTLP endpoint when one is set, and cost nothing otherwise.
final class Tracing implements AutoCloseable {
    private final @Nullable OpenTelemetrySdk sdk;

    Tracing(Optional<String> endpoint) {
        this.sdk = endpoint.map(Tracing::exportingTo).orElse(null);
    }

    private static OpenTelemetrySdk exportingTo(String endpoint) {
        var exporter = OtlpHttpSpanExporter.builder().setEndpoint(endpoint).build();
        var provider = SdkTracerProvider.builder()
                .setResource(Resource.create(
                        io.opentelemetry.api.common.Attributes.of(AttributeKey.stringKey("service.name"), "stockroom")))
                .addSpanProcessor(BatchSpanProcessor.builder(exporter).build())
                .build();
        return OpenTelemetrySdk.builder()
                .setTracerProvider(provider)
                .setPropagators(ContextPropagators.create(W3CTraceContextPropagator.getInstance()))
                .build();
    }

    OpenTelemetry telemetry() {
        return sdk == null ? OpenTelemetry.noop() : sdk;
    }

    @Override
    public void close() {
        if (sdk != null) {
            sdk.close();
        }
    }
}
