package stockroom.limits;

import static java.util.function.Function.identity;
import static java.util.stream.Collectors.toMap;

import io.micrometer.core.instrument.Counter;
import io.micrometer.core.instrument.MeterRegistry;
import java.util.List;
import java.util.Map;
import stockroom.http.FailureListener;
import stockroom.http.Request;
import stockroom.http.failure.Violation;

/// All counters exist from the start, since Prometheus misses the increase of new ones.
public final class RefusalCounter implements FailureListener {
    private final Map<String, Counter> refusals;
    private final FailureListener next;

    public RefusalCounter(MeterRegistry metrics, FailureListener next) {
        this.refusals = Limits.CODES.stream().collect(toMap(identity(), code -> counter(code, metrics)));
        this.next = next;
    }

    private static Counter counter(String code, MeterRegistry metrics) {
        return Counter.builder("stockroom.refusals")
                .description("requests refused by a limit, by its code in docs/limits.md")
                .tag("limit", code)
                .register(metrics);
    }

    @Override
    public void failed(Request request, String endpoint, int status, List<Violation> violations) {
        var refused = refusals.get(violations.getFirst().message().code());
        if (refused != null) {
            refused.increment();
        }
        next.failed(request, endpoint, status, violations);
    }
}
