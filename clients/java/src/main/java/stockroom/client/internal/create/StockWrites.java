package stockroom.client.internal.create;

import java.time.Duration;
import java.util.List;
import java.util.OptionalLong;
import java.util.UUID;
import java.util.concurrent.atomic.AtomicBoolean;
import org.jspecify.annotations.Nullable;
import stockroom.client.CreateOptions;
import stockroom.client.RateLimitedException;
import stockroom.client.RetryPolicy;
import stockroom.client.UnavailableException;
import stockroom.client.internal.http.Answers;
import stockroom.client.internal.http.Calls;
import stockroom.client.internal.http.Form;
import stockroom.client.internal.http.RequestBody;
import stockroom.client.internal.http.RetryLoop;
import stockroom.client.model.StockDeletion;
import stockroom.client.model.UndoResult;
import tools.jackson.databind.JsonNode;

/// Sends calls that change stock and share one turn. All attempts of a call have one key, so it runs once.
public final class StockWrites {
    private static final Attempts UNOBSERVED = new Attempts() {};

    private final Calls calls;
    private final Pace pace;

    public StockWrites(Calls calls, Pace pace) {
        this.calls = calls;
        this.pace = pace;
    }

    interface Attempts {
        default void sent() {}

        /// The response was lost, so the write may have been carried out.
        default void perhapsDone() {}

        /// The server repeated its response to an earlier request with the same key.
        default void replayed() {}
    }

    static String newKey() {
        return UUID.randomUUID().toString();
    }

    Duration interval() {
        return pace.interval();
    }

    public UndoResult undo(long push, boolean all, boolean dryRun, @Nullable String reference) {
        var form = new Form().with("push", push).with("all", all);
        var replayed = new AtomicBoolean();
        var body = RequestBody.form(form).asWrite(newKey(), dryRun, reference);
        var answer = send("/Stock/Undo", body, new Attempts() {
            @Override
            public void replayed() {
                replayed.set(true);
            }
        });
        var data = answer.path("data");
        return new UndoResult(
                Answers.push(answer),
                data.path("undone").asInt(0),
                data.path("conflicts").asInt(0),
                List.of(Answers.as(data.path("skipped"), UndoResult.Skipped[].class)),
                replayed.get());
    }

    public OptionalLong delete(List<StockDeletion> deletions, boolean dryRun, @Nullable String reference) {
        var body = RequestBody.json(Answers.JSON.writeValueAsString(deletions));
        return Answers.push(send("/Stock/Delete", body.asWrite(newKey(), dryRun, reference), UNOBSERVED));
    }

    private JsonNode send(String path, RequestBody body, Attempts attempts) {
        var maxTurnWait = CreateOptions.defaults().maxTurnWait();
        return send(path, body, calls.retryPolicy(), maxTurnWait, attempts);
    }

    /// @param maxTurnWait how long to wait for the turn while other processes take it
    JsonNode send(String path, RequestBody body, RetryPolicy retryPolicy, Duration maxTurnWait, Attempts attempts) {
        var retries = new RetryLoop(path, retryPolicy, calls.listener());
        long refusedFirst = 0;
        while (true) {
            try {
                return pace.inTurn(calls.listener(), () -> {
                    attempts.sent();
                    return calls.once(path, body, reply -> {
                        pace.learn(reply);
                        if (reply.isReplayed()) {
                            attempts.replayed();
                        }
                    });
                });
            } catch (RateLimitedException e) {
                if (!e.code().equals(Pace.TOO_SOON)) {
                    retries.pause(e);
                } else {
                    refusedFirst = refusedFirst == 0 ? System.nanoTime() : refusedFirst;
                    awaitOthers(e, Duration.ofNanos(System.nanoTime() - refusedFirst), maxTurnWait);
                }
            } catch (UnavailableException e) {
                if (e.isPerhapsDone()) {
                    attempts.perhapsDone();
                }
                retries.pause(e);
            }
        }
    }

    /// Does not sleep: [Pace] waits for the next turn.
    private void awaitOthers(RateLimitedException e, Duration waited, Duration maxTurnWait) {
        if (waited.plus(e.retryAfter()).compareTo(maxTurnWait) > 0) {
            throw e;
        }
        calls.listener().turnTaken(e.retryAfter());
    }
}
