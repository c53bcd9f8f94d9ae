package stockroom.client.internal.create;

import java.time.Duration;
import java.util.List;
import java.util.Locale;
import java.util.OptionalLong;
import java.util.UUID;
import java.util.concurrent.atomic.AtomicBoolean;
import stockroom.client.CreateOptions;
import stockroom.client.DeleteOptions;
import stockroom.client.RateLimitedException;
import stockroom.client.RetryPolicy;
import stockroom.client.UnavailableException;
import stockroom.client.UndoOptions;
import stockroom.client.internal.http.Answer;
import stockroom.client.internal.http.Calls;
import stockroom.client.internal.http.Form;
import stockroom.client.internal.http.Json;
import stockroom.client.internal.http.RequestBody;
import stockroom.client.model.StockDeletion;
import stockroom.client.model.UndoResult;
import tools.jackson.core.JsonGenerator;

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

    Locale language() {
        return calls.language();
    }

    Duration interval() {
        return pace.interval();
    }

    public UndoResult undo(long push, UndoOptions options) {
        var form = new Form().with("push", push).with("all", options.all());
        var replayed = new AtomicBoolean();
        var body = RequestBody.form(form).asWrite(newKey(), options.dryRun(), options.reference());
        var answer = send("/Stock/Undo", body, new Attempts() {
            @Override
            public void replayed() {
                replayed.set(true);
            }
        });
        var data = answer.path("data");
        return new UndoResult(
                answer.push(),
                data.path("undone").integer(0),
                data.path("conflicts").integer(0),
                answer.items(data.path("skipped"), UndoResult.Skipped.class),
                replayed.get());
    }

    public OptionalLong delete(List<StockDeletion> deletions, DeleteOptions options) {
        var body = RequestBody.json(json(deletions)).asWrite(newKey(), options.dryRun(), options.reference());
        return send("/Stock/Delete", body, UNOBSERVED).push();
    }

    private static String json(List<StockDeletion> deletions) {
        return Json.write(json -> {
            json.writeStartArray();
            deletions.forEach(deletion -> write(json, deletion));
            json.writeEndArray();
        });
    }

    private static void write(JsonGenerator json, StockDeletion deletion) {
        json.writeStartObject();
        if (deletion.pid() != null) {
            json.writeNumberProperty("pid", deletion.pid());
        }
        if (deletion.artNo() != null) {
            json.writeStringProperty("artNo", deletion.artNo());
        }
        json.writeStringProperty("color", deletion.color());
        if (deletion.sizes() != null) {
            json.writeArrayPropertyStart("sizes");
            deletion.sizes().forEach(json::writeNumber);
            json.writeEndArray();
        }
        json.writeEndObject();
    }

    private Answer send(String path, RequestBody body, Attempts attempts) {
        var maxTurnWait = CreateOptions.defaults().maxTurnWait();
        return send(path, body, calls.retryPolicy(), maxTurnWait, attempts);
    }

    /// @param maxTurnWait how long to wait for the turn while other processes take it
    Answer send(String path, RequestBody body, RetryPolicy retryPolicy, Duration maxTurnWait, Attempts attempts) {
        var retries = calls.retries(path, retryPolicy);
        long refusedFirst = 0;
        while (true) {
            try {
                return pace.inTurn(calls, () -> {
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
