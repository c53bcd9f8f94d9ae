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

/// What the requests of one port take of the node, and how much of it each caller may have.
///
/// @param requests at work at once
/// @param bodies memory of bodies, in units of [#UNIT] bytes
/// @param processing long bodies that are inflated and parsed at once: each takes a processor for a while
/// @param answers memory of answers that are not sent yet
/// @param unproven requests of callers that are not proven yet
/// @param proving those of them that are at work at once: a processor takes threads in the order in which they became
/// ready, so that thousands of one address would be before everybody else
/// @param failures that are not sent yet
public record NodeShares(
        FairShare requests,
        FairShare bodies,
        FairShare processing,
        UnsentAnswers answers,
        OwnerCounts unproven,
        FairShare proving,
        OwnerCounts failures) {
    private static final int UNIT = 1_024;
    /// Others give something back soon, or the node has too much to do.
    private static final Duration MAX_WAIT = Duration.ofSeconds(1);

    /// Requests of one address whose callers are not proven, and as many failures that are not sent yet.
    private static final int MAX_UNPROVEN = 2_000;

    private static final int PROVING_PER_PROCESSOR = 8;

    private static final Duration RETRY = Duration.ofSeconds(1);

    /// All of it free.
    ///
    /// @param bytes of memory for answers, and half as many for bodies
    public static NodeShares of(int maxRequests, long bytes) {
        return new NodeShares(
                new FairShare(maxRequests),
                FairShare.ofWhatIsHeld((int) Math.min(Integer.MAX_VALUE, bytes / 2 / UNIT)),
                // one processor is left for what is short
                new FairShare(Math.max(1, Runtime.getRuntime().availableProcessors() - 1)),
                new UnsentAnswers(bytes),
                new OwnerCounts(MAX_UNPROVEN),
                new FairShare(PROVING_PER_PROCESSOR * Runtime.getRuntime().availableProcessors()),
                new OwnerCounts(MAX_UNPROVEN));
    }

    /// The same memory, for another port.
    public NodeShares withRequests(int maxRequests) {
        return new NodeShares(new FairShare(maxRequests), bodies, processing, answers, unproven, proving, failures);
    }

    public void measure(MeterRegistry metrics) {
        measure("stockroom.requests.at.work", "requests whose body has come", requests, 1, metrics);
        measure("stockroom.requests.unproven", "requests of callers that are not proven yet", proving, 1, metrics);
        measure("stockroom.bodies.processed", "long bodies that are inflated and parsed", processing, 1, metrics);
        measure("stockroom.bodies.bytes", "memory that bodies of requests take", bodies, UNIT, metrics);
        Gauge.builder("stockroom.answers.unsent.bytes", answers, UnsentAnswers::bytes)
                .description("memory that answers take which are not read yet")
                .register(metrics);
        FunctionCounter.builder("stockroom.answers.given.up", answers, UnsentAnswers::givenUp)
                .description("answers that nobody read while memory was short")
                .register(metrics);
    }

    private static void measure(String name, String what, FairShare share, int unit, MeterRegistry metrics) {
        Gauge.builder(name, share, each -> (double) each.used() * unit)
                .description(what)
                .register(metrics);
        // what waits are requests, whatever the unit of what they wait for
        Gauge.builder(name.replace(".bytes", "") + ".waiting", share, FairShare::waiting)
                .description("requests that wait for their share")
                .register(metrics);
    }

    /// How many units were taken, to be given back.
    int takeBody(Owner owner, int bytes) {
        int units = Math.ceilDiv(bytes, UNIT);
        take(bodies, owner, units);
        return units;
    }

    /// Waits for its turn.
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
