package stockroom;

import io.opentelemetry.api.OpenTelemetry;
import io.opentelemetry.sdk.OpenTelemetrySdk;
import io.opentelemetry.sdk.autoconfigure.AutoConfiguredOpenTelemetrySdk;
import io.opentelemetry.sdk.autoconfigure.spi.ConfigurationException;
import java.util.HashMap;
import java.util.Locale;
import java.util.Map;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;
import stockroom.config.SettingsException;

/// OpenTelemetry's own environment variables configure tracing. Without them it is off and costs nothing.
final class Tracing implements AutoCloseable {
    private static final Map<String, String> DEFAULTS = Map.of(
            "otel.service.name", "stockroom",
            "otel.exporter.otlp.protocol", "http/protobuf",
            // Prometheus scrapes the metrics, and the log goes to standard error
            "otel.metrics.exporter", "none",
            "otel.logs.exporter", "none");
    /// OpenTelemetry's messages name settings in this form.
    private static final Pattern PROPERTY = Pattern.compile("otel(\\.[a-z]+)+");

    private final @Nullable OpenTelemetrySdk sdk;

    Tracing(Map<String, String> variables) {
        this.sdk = isOn(variables) ? configured(variables) : null;
    }

    private static boolean isOn(Map<String, String> variables) {
        if (variables.containsKey("OTEL_TRACES_EXPORTER")) {
            return !"none".equals(variables.get("OTEL_TRACES_EXPORTER"));
        }
        return variables.containsKey("OTEL_EXPORTER_OTLP_ENDPOINT")
                || variables.containsKey("OTEL_EXPORTER_OTLP_TRACES_ENDPOINT");
    }

    private static OpenTelemetrySdk configured(Map<String, String> variables) {
        var properties = new HashMap<>(DEFAULTS);
        variables.forEach(
                (name, value) -> properties.put(name.toLowerCase(Locale.ROOT).replace('_', '.'), value));
        try {
            return AutoConfiguredOpenTelemetrySdk.builder()
                    .addPropertiesSupplier(() -> properties)
                    .disableShutdownHook()
                    .build()
                    .getOpenTelemetrySdk();
        } catch (ConfigurationException e) {
            throw new SettingsException("OTEL_ variables: "
                    + PROPERTY.matcher(String.valueOf(e.getMessage()))
                            .replaceAll(name ->
                                    name.group().toUpperCase(Locale.ROOT).replace('.', '_')));
        }
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
