package stockroom.bench.measure;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Executors;
import java.util.concurrent.atomic.AtomicInteger;
import stockroom.bench.load.HttpConnection;
import stockroom.bench.process.Failure;
import stockroom.bench.process.Sleep;

/// Adds the entries that a workload of creating changes, so that no round adds any.
final class Prefill {
    private Prefill() {}

    /// One request of each account.
    static void sendOnce(Workload workload) {
        // the accounts may just have created something else
        Sleep.millis(Workloads.TURN_MILLIS);
        sendAll(workload);
        // without it a create costs the database half as much again until autovacuum runs, in the middle of some round
        workload.installation().settle("VACUUM ANALYZE");
    }

    private static void sendAll(Workload workload) {
        var requests = workload.requests().get().subList(0, workload.accounts());
        var next = new AtomicInteger();
        var senders = new ArrayList<Callable<Integer>>();
        for (int i = 0; i < workload.connections(); i++) {
            senders.add(() -> send(workload, requests, next));
        }
        try (var threads = Executors.newVirtualThreadPerTaskExecutor()) {
            for (var sender : threads.invokeAll(senders)) {
                sender.get();
            }
        } catch (ExecutionException e) {
            throw new Failure("%s: %s".formatted(workload.name(), e.getMessage()), e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new Failure("interrupted", e);
        }
    }

    private static int send(Workload workload, List<byte[]> requests, AtomicInteger next) throws IOException {
        int sent = 0;
        try (var connection =
                new HttpConnection(workload.installation().server().port())) {
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
