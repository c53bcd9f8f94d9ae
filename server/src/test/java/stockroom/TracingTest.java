package stockroom;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import io.opentelemetry.api.OpenTelemetry;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import stockroom.config.Settings;
import stockroom.config.SettingsException;

/// ObservabilityTest verifies that traces arrive.
class TracingTest {
    private static Tracing of(Map<String, String> environment) {
        return new Tracing(Settings.read(environment).telemetry());
    }

    @Test
    void thereAreNoTracesUnlessAVariableSaysWhereTheyGo() {
        for (var environment : List.of(
                Map.<String, String>of(),
                Map.of("OTEL_SERVICE_NAME", "shop", "OTEL_EXPORTER_OTLP_ENDPOINT", " "),
                Map.of("OTEL_TRACES_EXPORTER", "none", "OTEL_EXPORTER_OTLP_ENDPOINT", "http://127.0.0.1:1"))) {
            try (var tracing = of(environment)) {
                assertThat(tracing.telemetry()).isSameAs(OpenTelemetry.noop());
            }
        }
        try (var tracing = of(Map.of("OTEL_TRACES_EXPORTER", "otlp"))) {
            assertThat(tracing.telemetry()).isNotSameAs(OpenTelemetry.noop());
        }
    }

    @Test
    void aVariableThatIsWrongIsNamed() {
        assertThatExceptionOfType(SettingsException.class)
                .isThrownBy(() -> of(Map.of("OTEL_TRACES_EXPORTER", "otlp", "OTEL_TRACES_SAMPLER", "sometimes")))
                .withMessage("OTEL_ variables: Unrecognized value for OTEL_TRACES_SAMPLER: sometimes");
    }
}
