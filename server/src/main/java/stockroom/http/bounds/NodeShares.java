package stockroom.http.bounds;

import io.micrometer.core.instrument.FunctionCounter;
import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.MeterRegistry;
import java.time.Duration;
import java.util.Map;
import stockroom.http.failure.Failure;
import stockroom.http.failure.RequestMessage;
import stockroom.http.failure.Violation;
import stockroom.share.FairShare;
import stockroom.share.Owner;
import stockroom.share.OwnerCounts;

/// Divides the resources of one port among its callers.
/// @param bodies is the memory of bodies, in units of [#UNIT] bytes
/// @param processing counts long bodies being parsed, each of which occupies a processor for a while
/// @param unproven counts requests of callers not yet authenticated
/// @param proving counts those of them at work, since thousands from one address would occupy the processors
public record NodeShares(
        FairShare requests,
        FairShare bodies,
        FairShare processing,
        UnsentAnswers answers,
        OwnerCounts unproven,
        FairShare proving,
        OwnerCounts failures) {
    private static final int UNIT = 1_024;
    /// Waiting ends soon: either others give something back, or the node is overloaded.
    private static final Duration MAX_WAIT = Duration.ofSeconds(1);

    /// Applies to each address.
    private static final int MAX_UNPROVEN = 2_000;

    private static final int PROVING_PER_PROCESSOR = 8;

    private static final Duration RETRY = Duration.ofSeconds(1);

    /// `bytes` is the memory for responses. Bodies get half of it in addition.
    public static NodeShares of(int maxRequests, long bytes) {
        return new NodeShares(
                new FairShare(maxRequests),
                FairShare.ofWhatIsHeld((int) Math.min(Integer.MAX_VALUE, bytes / 2 / UNIT)),
                // one processor is left for short work
                new FairShare(Math.max(1, Runtime.getRuntime().availableProcessors() - 1)),
                new UnsentAnswers(bytes),
                new OwnerCounts(MAX_UNPROVEN),
                new FairShare(PROVING_PER_PROCESSOR * Runtime.getRuntime().availableProcessors()),
                new OwnerCounts(MAX_UNPROVEN));
    }

    public NodeShares withRequests(int maxRequests) {
        return new NodeShares(new FairShare(maxRequests), bodies, processing, answers, unproven, proving, failures);
    }

    public void measure(MeterRegistry metrics) {
        measure("stockroom.requests.at.work", "requests in progress whose body has arrived", requests, 1, metrics);
        measure("stockroom.requests.unproven", "requests whose caller is being authenticated", proving, 1, metrics);
        measure("stockroom.bodies.processed", "long bodies being decompressed and parsed", processing, 1, metrics);
        measure("stockroom.bodies.bytes", "memory used by request bodies", bodies, UNIT, metrics);
        Gauge.builder("stockroom.answers.unsent.bytes", answers, UnsentAnswers::bytes)
                .description("memory used by responses that callers have not read yet")
                .register(metrics);
        FunctionCounter.builder("stockroom.answers.given.up", answers, UnsentAnswers::givenUp)
                .description("responses given up while memory was short, since nobody read them")
                .register(metrics);
    }

    private static void measure(String name, String what, FairShare share, int unit, MeterRegistry metrics) {
        Gauge.builder(name, share, each -> (double) each.used() * unit)
                .description(what)
                .register(metrics);
        // waiting is counted in requests, whatever the unit of the share
        Gauge.builder(name.replace(".bytes", "") + ".waiting", share, FairShare::waiting)
                .description("requests that wait for this resource")
                .register(metrics);
    }

    int takeBody(Owner owner, int bytes) {
        int units = Math.ceilDiv(bytes, UNIT);
        take(bodies, owner, units);
        return units;
    }

    static void await(FairShare share, Owner owner, long nanos) {
        try {
            if (!share.await(owner, nanos)) {
                throw new Failure.Overloaded();
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new Failure.Overloaded();
        }
    }

    static void take(FairShare share, Owner owner, int units) {
        try {
            switch (share.take(owner, units, MAX_WAIT)) {
                case TAKEN -> {}
                case ABOVE_SHARE -> throw tooManyAtOnce();
                case EXHAUSTED -> throw new Failure.Overloaded();
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new Failure.Overloaded();
        }
    }

    public static Failure tooManyAtOnce() {
        return new Failure.Limited(Violation.of(RequestMessage.TOO_MANY_AT_ONCE), RETRY, Map.of());
    }
}
