package stockroom.bench.load;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Executors;
import java.util.concurrent.locks.LockSupport;
import java.util.stream.IntStream;
import stockroom.bench.process.Failure;
import stockroom.bench.result.Sample;

/// Sends requests at a steady rate even if responses are late. Each request's time counts from the moment it was due,
/// so that a stall shows in every request due meanwhile (no coordinated omission). The rate is per second over all
/// connections.
public record OpenLoop(int port, List<byte[]> requests, int connections, double rate) {

    public List<Sample> run(int warmUpSeconds, int seconds) {
        // all connections start at the same time, when every one is open
        long start = System.nanoTime() + 500_000_000L;
        long counted = start + warmUpSeconds * 1_000_000_000L;
        long end = counted + seconds * 1_000_000_000L;
        var senders = IntStream.range(0, connections)
                .mapToObj(number -> (Callable<List<Sample>>) () -> send(number, start, end))
                .toList();
        try (var threads =
                Executors.newThreadPerTaskExecutor(Thread.ofPlatform().factory())) {
            var all = new ArrayList<Sample>();
            for (var sender : threads.invokeAll(senders)) {
                all.addAll(sender.get());
            }
            return all.stream().filter(sample -> sample.due() >= counted).toList();
        } catch (ExecutionException e) {
            throw new Failure("steady load: " + e.getMessage(), e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new Failure("interrupted", e);
        }
    }

    private List<Sample> send(int number, long start, long end) throws IOException {
        long interval = (long) (connections * 1e9 / rate);
        var samples = new ArrayList<Sample>();
        try (var connection = new HttpConnection(port)) {
            int next = number;
            for (long due = start + interval * number / connections; due < end; due += interval) {
                for (long left = due - System.nanoTime(); left > 0; left = due - System.nanoTime()) {
                    LockSupport.parkNanos(left);
                }
                int status = connection.askQuietly(requests.get(next % requests.size()));
                samples.add(new Sample(due, (System.nanoTime() - due) / 1_000));
                if (status != 200) {
                    throw new IOException("answered %d (expected: 200)".formatted(status));
                }
                next += connections;
            }
        }
        return samples;
    }
}
