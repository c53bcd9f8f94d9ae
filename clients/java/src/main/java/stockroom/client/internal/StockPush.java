package stockroom.client.internal;

import java.time.Duration;
import java.util.ArrayDeque;
import java.util.List;
import java.util.function.IntFunction;
import stockroom.client.BadRequestException;
import stockroom.client.CreateOptions;
import stockroom.client.CreateProgress;
import stockroom.client.CreateReport;
import stockroom.client.CreateStockException;
import stockroom.client.EntryState;
import stockroom.client.RateLimitedException;
import stockroom.client.RefusedException;
import stockroom.client.StockroomException;
import stockroom.client.UnavailableException;
import stockroom.client.model.StockItem;

/// One run of creating stock: a plan's requests one after the other, each in its turn, until everything is written or
/// refused, or no further attempt is allowed.
public final class StockPush {
    private static final String PATH = "/Stock/Creat";

    private final Calls calls;
    private final Pace pace;
    private final RequestPlan plan;
    private final CreateOptions options;
    private final Outcome outcome;
    private final RequestTrimmer trimmer;
    private final long started = System.nanoTime();

    /// Sends nothing before [#run()].
    ///
    /// @param stockOf a product's stock, as the server has it
    public StockPush(
            Calls calls, Pace pace, RequestPlan plan, CreateOptions options, IntFunction<List<StockItem>> stockOf) {
        this.calls = calls;
        this.pace = pace;
        this.plan = plan;
        this.options = options;
        this.outcome = new Outcome(plan.entries());
        this.trimmer = new RequestTrimmer(outcome, stockOf);
    }

    public CreateReport run() {
        int total = plan.requests().size();
        int first = Math.min(options.startingAt(), total);
        plan.requests().subList(0, first).forEach(done -> outcome.mark(done.entries(), EntryState.SKIPPED));
        int rejectedBefore = 0;
        for (int number = first; number < total; number++) {
            try {
                send(plan.requests().get(number));
            } catch (StockroomException e) {
                throw new CreateStockException(outcome.report(), e);
            }
            var report = outcome.report();
            options.progress().accept(progress(report, number + 1, number + 1 - first, rejectedBefore));
            rejectedBefore = report.rejected().size();
        }
        return outcome.report();
    }

    /// What the server refuses is taken out, and the rest sent again.
    private void send(StockRequest request) {
        var waiting = new ArrayDeque<>(List.of(request));
        while (!waiting.isEmpty()) {
            var next = waiting.removeFirst();
            if (next.isEmpty()) {
                continue;
            }
            try {
                admit(next);
                outcome.mark(next.entries(), written());
            } catch (RefusedException | BadRequestException e) {
                waiting.addAll(trimmer.trim(next, e));
            }
        }
    }

    private EntryState written() {
        return options.dryRun() ? EntryState.CHECKED : EntryState.WRITTEN;
    }

    private void admit(StockRequest request) {
        var body = Calls.Body.json(request.json(), options.dryRun());
        var attempts = new RetryLoop(PATH, options.retryPolicy(), calls.listener());
        long refusedFirst = 0;
        while (true) {
            try {
                pace.inTurn(calls.listener(), () -> {
                    outcome.sent();
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
                    outcome.mark(request.entries(), EntryState.UNKNOWN);
                }
                attempts.pause(e);
            }
        }
    }

    /// Does not sleep: the pace keeps the time until the next turn.
    private void awaitOthers(RateLimitedException e, Duration waited) {
        if (waited.plus(e.retryAfter()).compareTo(options.maxTurnWait()) > 0) {
            throw e;
        }
        calls.listener().turnTaken(e.retryAfter());
    }

    /// @param done in this run
    private CreateProgress progress(CreateReport report, int requestsDone, int done, int rejectedBefore) {
        var each = pace.interval();
        if (done > 1) {
            var measured = Duration.ofNanos(System.nanoTime() - started).dividedBy(done - 1);
            each = measured.compareTo(each) > 0 ? measured : each;
        }
        int total = plan.requests().size();
        return new CreateProgress(
                requestsDone,
                total,
                report.count(written()),
                report.entries().size(),
                report.rejected().subList(rejectedBefore, report.rejected().size()),
                each.multipliedBy(total - requestsDone));
    }
}
