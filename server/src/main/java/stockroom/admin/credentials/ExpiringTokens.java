package stockroom.admin.credentials;

import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.MeterRegistry;
import java.time.Duration;
import java.time.Instant;
import stockroom.database.Database;
import stockroom.database.PeriodicTask;

public final class ExpiringTokens implements AutoCloseable {
    private static final Duration SOON = Duration.ofDays(14);
    private static final Duration PAUSE = Duration.ofMinutes(10);

    private final TokenStore tokens;
    private final PeriodicTask task;
    private volatile double count = Double.NaN;

    public ExpiringTokens(Database database, MeterRegistry metrics) {
        this.tokens = new TokenStore(database);
        Gauge.builder("stockroom.tokens.expiring", this, expiring -> expiring.count)
                .description("active access tokens that expire within 14 days, counted every ten minutes")
                .register(metrics);
        this.task = PeriodicTask.startNow("expiring-tokens", PAUSE, this::count);
    }

    private void count() {
        count = tokens.countExpiring(Instant.now().plus(SOON));
    }

    @Override
    public void close() {
        task.close();
    }
}
