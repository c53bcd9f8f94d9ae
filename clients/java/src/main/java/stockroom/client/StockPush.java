package stockroom.client;

import java.time.Duration;
import java.util.ArrayDeque;
import java.util.List;

/// One run of creating stock: a plan's requests one after the other, each in its turn, until all is written, refused,
/// or no further attempt is worth it.
final class StockPush {
    static final String PATH = "/Stock/Creat";

    private final Calls calls;
    private final Pace pace;
    private final StockPlan plan;
    private final CreateOptions options;
    private final CreateReport report;
    private final Refusals refusals;
    private final long started = System.nanoTime();

    StockPush(Calls calls, Pace pace, StockPlan plan, CreateOptions options, ColoursOf coloursOf) {
        this.calls = calls;
        this.pace = pace;
        this.plan = plan;
        this.options = options;
        this.report = new CreateReport(plan.entries());
        this.refusals = new Refusals(report, coloursOf);
    }

    CreateReport run() {
        int first = Math.min(options.startingAt(), plan.requests());
        for (int number = 0; number < first; number++) {
            report.mark(plan.request(number).entries(), EntryState.SKIPPED);
        }
        for (int number = first; number < plan.requests(); number++) {
            int rejected = report.rejected().size();
            try {
                send(plan.request(number));
            } catch (StockroomException e) {
                throw new CreateStockException(report, e);
            }
            options.progress().accept(progress(number + 1, number + 1 - first, rejected));
        }
        return report;
    }

    /// Whatever becomes of it: what the server refuses is taken out, and the rest sent again.
    private void send(StockRequest request) {
        var waiting = new ArrayDeque<>(List.of(request));
        while (!waiting.isEmpty()) {
            var next = waiting.removeFirst();
            if (next.isEmpty()) {
                continue;
            }
            try {
                admit(next);
                report.mark(next.entries(), options.dryRun() ? EntryState.CHECKED : EntryState.WRITTEN);
            } catch (RefusedException | BadRequestException e) {
                waiting.addAll(refusals.takeOut(next, e));
            }
        }
    }

    private void admit(StockRequest request) {
        var body = Calls.Body.json(request.json(), options.dryRun());
        var attempts = new RetryLoop(PATH, options.retries(), calls.listener());
        long refusedFirst = 0;
        while (true) {
            try {
                pace.inTurn(calls.listener(), () -> {
                    report.sent();
                    return calls.once(PATH, body, pace::learn);
                });
                return;
            } catch (RateLimitedException e) {
                if (!e.code().equals(Pace.TOO_SOON)) {
                    attempts.pause(e);
                } else {
                    refusedFirst = refusedFirst == 0 ? System.nanoTime() : refusedFirst;
                    awaitOthers(e, Duration.ofNanos(System.nanoTime() - refusedFirst));
                }
            } catch (UnavailableException e) {
                if (e.isPerhapsDone()) {
                    report.mark(request.entries(), EntryState.UNKNOWN);
                }
                attempts.pause(e);
            }
        }
    }

    /// The pace itself keeps the time until then.
    private void awaitOthers(RateLimitedException e, Duration waited) {
        if (waited.plus(e.retryAfter()).compareTo(options.turnPatience()) > 0) {
            throw e;
        }
        calls.listener().turnTaken(e.retryAfter());
    }

    /// @param done in this run
    /// @param rejectedBefore this request
    private CreateProgress progress(int requestsDone, int done, int rejectedBefore) {
        var rejected = report.rejected();
        var each = pace.interval();
        if (done > 1) {
            var measured = Duration.ofNanos(System.nanoTime() - started).dividedBy(done - 1);
            each = measured.compareTo(each) > 0 ? measured : each;
        }
        return new CreateProgress(
                requestsDone,
                plan.requests(),
                report.count(options.dryRun() ? EntryState.CHECKED : EntryState.WRITTEN),
                plan.entries().size(),
                rejected.subList(rejectedBefore, rejected.size()),
                each.multipliedBy(plan.requests() - requestsDone));
    }
}
