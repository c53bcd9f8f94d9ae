package stockroom.bench;

import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Executors;
import java.util.concurrent.atomic.AtomicInteger;

/// Adds the entries that a work of creating changes, so that no round adds any.
final class Prefill {
    /// An account may create once in two seconds, so the accounts filled in two seconds would be enough if a round were
    /// as slow as this. But a round only changes entries, which is about three times as fast.
    private static final Duration ENOUGH = Duration.ofSeconds(10);

    private static final int BATCH = 64;

    private final Postgres postgres;

    Prefill(Postgres postgres) {
        this.postgres = postgres;
    }

    /// Creating 2,700 entries, with as many accounts as this machine needs.
    Work createFull(Works works, int minAccounts) {
        var keys = works.keysWithoutColours();
        long begun = System.nanoTime();
        int filled = 0;
        while (filled < keys.size() && (filled < minAccounts || System.nanoTime() - begun < ENOUGH.toNanos())) {
            int end = Math.min(filled + BATCH, keys.size());
            sendAll(works.createFull(keys.subList(filled, end)));
            filled = end;
        }
        var work = works.createFull(keys.subList(0, filled));
        analyze(work);
        return work;
    }

    /// Every request of a work once.
    void sendOnce(Work work) {
        sendAll(work);
        analyze(work);
    }

    /// Without it a create costs the database half as much again until autovacuum runs, in the middle of some round.
    private void analyze(Work work) {
        postgres.execute(work.service().database(), "VACUUM ANALYZE", "CHECKPOINT");
    }

    private static void sendAll(Work work) {
        var requests = work.requests().get();
        var next = new AtomicInteger();
        var senders = new ArrayList<Callable<Integer>>();
        for (int i = 0; i < work.connections(); i++) {
            senders.add(() -> send(work, requests, next));
        }
        try (var threads = Executors.newVirtualThreadPerTaskExecutor()) {
            for (var sender : threads.invokeAll(senders)) {
                sender.get();
            }
        } catch (ExecutionException e) {
            throw new Failure("%s: %s".formatted(work.name(), e.getMessage()), e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new Failure("interrupted", e);
        }
    }

    private static int send(Work work, List<byte[]> requests, AtomicInteger next) throws IOException {
        int sent = 0;
        try (var connection = new HttpConnection(work.service().server().port())) {
            for (int i = next.getAndIncrement(); i < requests.size(); i = next.getAndIncrement()) {
                var answer = connection.ask(requests.get(i));
                if (!answer.succeeded()) {
                    throw new IOException("answered %d %s".formatted(answer.status(), answer.body()));
                }
                sent++;
            }
        }
        return sent;
    }
}
