package stockroom.client.internal.create;

import java.time.Duration;
import java.util.ArrayDeque;
import java.util.List;
import java.util.Objects;
import java.util.function.IntFunction;
import stockroom.client.BadRequestException;
import stockroom.client.CreateOptions;
import stockroom.client.CreateProgress;
import stockroom.client.CreateReport;
import stockroom.client.CreateStockException;
import stockroom.client.EntryState;
import stockroom.client.Failure;
import stockroom.client.RefusedException;
import stockroom.client.StockroomException;
import stockroom.client.internal.http.Message;
import stockroom.client.internal.http.RequestBody;
import stockroom.client.model.StockItem;

/// Sends a plan's requests one after the other, each in its turn.
public final class StockPush {
    private static final String PATH = "/Stock/Creat";

    private final StockWrites writes;
    private final RequestPlan plan;
    private final CreateOptions options;
    private final Outcome outcome;
    private final RequestTrimmer trimmer;
    private final long started = System.nanoTime();

    public StockPush(
            StockWrites writes, RequestPlan plan, CreateOptions options, IntFunction<List<StockItem>> stockOf) {
        this.writes = writes;
        this.plan = plan;
        this.options = options;
        this.outcome = new Outcome(plan.entries());
        this.trimmer = new RequestTrimmer(outcome, writes.language(), stockOf);
    }

    public CreateReport run() {
        int total = plan.requests().size();
        var key = options.idempotencyKey();
        if (key != null && !(options.oneRequest() && key.matches("[!-~]{1,64}"))) {
            throw new IllegalArgumentException(Message.KEY_INVALID.in(writes.language(), key));
        }
        if (options.oneRequest() && total > 1) {
            throw tooMany(total);
        }
        int first = Math.min(options.startingAt(), total);
        plan.requests().subList(0, first).forEach(done -> outcome.mark(done.entries(), EntryState.SKIPPED));
        int rejectedBefore = 0;
        for (int number = first; number < total; number++) {
            try {
                send(plan.requests().get(number));
            } catch (StockroomException e) {
                throw new CreateStockException(outcome.report(), e, writes.language());
            }
            var report = outcome.report();
            options.progress().accept(progress(report, number + 1, number + 1 - first, rejectedBefore));
            rejectedBefore = report.rejected().size();
        }
        return outcome.report();
    }

    private BadRequestException tooMany(int requests) {
        var message =
                Message.ENTRIES_TOO_MANY.in(writes.language(), plan.entries().size(), requests);
        return new BadRequestException(new Failure(0, "ENTRIES_TOO_MANY", message));
    }

    /// Removes what the server refuses and sends the rest again, except for [CreateOptions#asOneRequest()].
    private void send(StockRequest request) {
        var waiting = new ArrayDeque<>(List.of(request));
        while (!waiting.isEmpty()) {
            var next = waiting.removeFirst();
            if (next.isEmpty()) {
                continue;
            }
            try {
                write(next);
                outcome.mark(next.entries(), written());
            } catch (RefusedException | BadRequestException e) {
                var rest = trimmer.trim(next, e);
                if (options.oneRequest()) {
                    throw e;
                }
                waiting.addAll(rest);
            }
        }
    }

    private EntryState written() {
        return options.dryRun() ? EntryState.CHECKED : EntryState.WRITTEN;
    }

    private void write(StockRequest request) {
        var key = Objects.requireNonNullElseGet(options.idempotencyKey(), StockWrites::newKey);
        var body = RequestBody.json(request.json()).asWrite(key, options.dryRun(), options.reference());
        var answer = writes.send(PATH, body, options.retryPolicy(), options.maxTurnWait(), new StockWrites.Attempts() {
            @Override
            public void sent() {
                outcome.sent();
            }

            @Override
            public void perhapsDone() {
                outcome.mark(request.entries(), EntryState.UNKNOWN);
            }

            @Override
            public void replayed() {
                outcome.replayed();
            }
        });
        outcome.pushed(answer.push());
    }

    private CreateProgress progress(CreateReport report, int requestsDone, int done, int rejectedBefore) {
        var each = writes.interval();
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
