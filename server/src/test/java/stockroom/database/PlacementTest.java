package stockroom.database;

import static org.assertj.core.api.Assertions.assertThat;

import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import io.opentelemetry.api.OpenTelemetry;
import java.time.Duration;
import org.junit.jupiter.api.Test;
import stockroom.testing.platform.Platform;

class PlacementTest {
    @Test
    void withoutAPlacementADatabaseHasAllMerchants() {
        try (var only = database("only")) {
            assertThat(only.of(1)).isSameAs(only);
        }
    }

    @Test
    void batchedReadsGoToTheDatabaseOfTheirMerchant() {
        try (var even = database("even");
                var odd = database("odd")) {
            even.placement = merchant -> merchant % 2 == 0 ? even : odd;
            var application = even.batcher(
                    "name of pool",
                    "SELECT current_setting('application_name'), ?",
                    Long::longValue,
                    (parameters, merchant) -> parameters.next(merchant),
                    row -> {
                        row.next();
                        return row.getString(1) + row.getLong(2);
                    });

            for (var database : new Database[] {even, odd}) {
                database.run(
                        "set",
                        handle -> handle.execute("SET application_name = " + (database == even ? "even" : "odd")));
            }

            assertThat(even.of(4)).isSameAs(even);
            assertThat(even.of(5)).isSameAs(odd);
            assertThat(application.read(4L)).isEqualTo("even4");
            assertThat(application.read(5L)).isEqualTo("odd5");
        }
    }

    private static Database database(String name) {
        var pool = new Database.Pool(name, 1, Duration.ofSeconds(3), Duration.ofSeconds(5));
        return new Database(Platform.shared().address(), pool, new SimpleMeterRegistry(), OpenTelemetry.noop());
    }
}
