package stockroom.bench.load;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.locks.LockSupport;
import stockroom.bench.process.Failure;

/// Sends requests at a steady rate, whether or not the answers keep up, and counts each one's time from the moment it
/// was due. A server that stalls for a second thus shows in every request that should have been sent in that second
/// (what is left out otherwise is known as coordinated omission). A program of its own, so that what it costs can be
/// told apart: PORT FILE CONNECTIONS RATE WARM-UP-SECONDS SECONDS; prints `p50 p90 p99 p99.9 max count
/// median-tenth-p99`, times in microseconds.
public final class OpenLoop {
    private final int port;
    private final List<byte[]> requests;
    private final int connections;
    private final long interval;

    /// @param rate requests a second, over all connections
    OpenLoop(int port, List<byte[]> requests, int connections, double rate) {
        this.port = port;
        this.requests = requests;
        this.connections = connections;
        this.interval = (long) (connections * 1e9 / rate);
    }

    public static void main(String[] arguments) throws IOException {
        var loop = new OpenLoop(
                Integer.parseInt(arguments[0]),
                Requests.read(Path.of(arguments[1])),
                Integer.parseInt(arguments[2]),
                Double.parseDouble(arguments[3]));
        var samples = loop.run(Integer.parseInt(arguments[4]), Integer.parseInt(arguments[5]));
        var all = Sample.micros(samples);
        System.out.printf(
                "%d %d %d %d %d %d %.0f%n",
                all.getValueAtPercentile(50),
                all.getValueAtPercentile(90),
                all.getValueAtPercentile(99),
                all.getValueAtPercentile(99.9),
                all.getMaxValue(),
                all.getTotalCount(),
                Sample.medianTenthP99(samples));
    }

    /// Every request that was due after the warm-up.
    List<Sample> run(int warmUpSeconds, int seconds) {
        // all begin together, a moment from now, so that every connection is open by then
        long start = System.nanoTime() + 500_000_000L;
        long counted = start + warmUpSeconds * 1_000_000_000L;
        long end = counted + seconds * 1_000_000_000L;
        var threads = new ArrayList<Connection>();
        for (int i = 0; i < connections; i++) {
            var connection = new Connection(i, start + interval * i / connections, counted, end);
            connection.start();
            threads.add(connection);
        }
        var all = new ArrayList<Sample>();
        for (var thread : threads) {
            all.addAll(thread.result());
        }
        return all;
    }

    /// One connection with a thread and a timetable of its own.
    private final class Connection extends Thread {
        private final int number;
        private final long first;
        private final long counted;
        private final long end;
        private final List<Sample> samples = new ArrayList<>();
        private volatile String failure = "";

        Connection(int number, long first, long counted, long end) {
            this.number = number;
            this.first = first;
            this.counted = counted;
            this.end = end;
        }

        @Override
        public void run() {
            try (var connection = new HttpConnection(port)) {
                int next = number;
                for (long due = first; due < end; due += interval) {
                    awaitTime(due);
                    int status = connection.askQuietly(requests.get(next % requests.size()));
                    long took = System.nanoTime() - due;
                    if (status != 200) {
                        throw new IOException("answered %d (expected: 200)".formatted(status));
                    }
                    if (due >= counted) {
                        samples.add(new Sample(due, took / 1_000));
                    }
                    next += connections;
                }
            } catch (IOException e) {
                failure = String.valueOf(e.getMessage());
            }
        }

        private static void awaitTime(long due) {
            for (long left = due - System.nanoTime(); left > 0; left = due - System.nanoTime()) {
                LockSupport.parkNanos(left);
            }
        }

        List<Sample> result() {
            try {
                join();
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
                throw new Failure("interrupted", e);
            }
            if (!failure.isEmpty()) {
                throw new Failure("connection %d: %s".formatted(number, failure));
            }
            return samples;
        }
    }
}
