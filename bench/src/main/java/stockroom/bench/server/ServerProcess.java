package stockroom.bench.server;

import java.io.IOException;
import java.net.ServerSocket;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.TimeUnit;
import java.util.function.Predicate;
import java.util.stream.IntStream;
import stockroom.bench.load.HttpConnection;
import stockroom.bench.process.Failure;
import stockroom.bench.process.Memory;
import stockroom.bench.process.Sleep;

/// A server of its own on a database, started by the distribution's launcher, its log in a file.
public final class ServerProcess implements AutoCloseable {
    private static final long START_TIMEOUT_NANOS = 60_000_000_000L;

    private final Process process;
    private final int port;
    private final int adminPort;
    private final Path log;

    private ServerProcess(Process process, int port, int adminPort, Path log) {
        this.process = process;
        this.port = port;
        this.adminPort = adminPort;
        this.log = log;
    }

    /// Begins it; see [#awaitReady].
    public static ServerProcess start(Distribution distribution, Map<String, String> settings, Path folder) {
        int port = freePorts();
        int adminPort = port + 2;
        var log = folder.resolve("server-%d.log".formatted(port));
        var environment = new TreeMap<>(settings);
        environment.put("STOCKROOM_PORT", String.valueOf(port));
        environment.put("STOCKROOM_ADMIN_PORT", String.valueOf(adminPort));
        var builder = new ProcessBuilder(distribution.server());
        builder.environment().putAll(environment);
        builder.redirectErrorStream(true).redirectOutput(log.toFile());
        try {
            var process = builder.start();
            // a run that fails must not leave a server behind
            Runtime.getRuntime().addShutdownHook(new Thread(process::destroy));
            return new ServerProcess(process, port, adminPort, log);
        } catch (IOException e) {
            throw new Failure("the server does not start: " + e.getMessage(), e);
        }
    }

    /// Below the range from which the kernel gives ports to callers: whoever asks a port of that range again and again
    /// until someone listens will one day be given that very port, and be connected to itself.
    ///
    /// @return the first of four free ports: a server may listen on the port after each of its own as well
    private static int freePorts() {
        for (int tries = 0; tries < 100; tries++) {
            int port = 20_000 + 4 * ThreadLocalRandom.current().nextInt(3_000);
            if (IntStream.range(port, port + 4).allMatch(ServerProcess::isFree)) {
                return port;
            }
        }
        throw new Failure("no four ports in a row from 20000 to 31999 are free");
    }

    private static boolean isFree(int port) {
        try (var _ = new ServerSocket(port)) {
            return true;
        } catch (IOException e) {
            return false;
        }
    }

    public void awaitReady() {
        var question = "GET /health/ready HTTP/1.1\r\nHost: 127.0.0.1\r\nConnection: close\r\n\r\n"
                .getBytes(StandardCharsets.US_ASCII);
        awaitAnswer(adminPort, question, answer -> answer.status() == 200);
    }

    /// Asks every few milliseconds until the answer is right.
    public void awaitAnswer(byte[] question) {
        awaitAnswer(port, question, HttpConnection.Answer::succeeded);
    }

    private void awaitAnswer(int at, byte[] question, Predicate<HttpConnection.Answer> right) {
        long begun = System.nanoTime();
        while (true) {
            try (var connection = new HttpConnection(at)) {
                if (right.test(connection.ask(question))) {
                    return;
                }
            } catch (IOException e) {
                // not listening yet
            }
            if (!process.isAlive() || System.nanoTime() - begun > START_TIMEOUT_NANOS) {
                throw new Failure("the server does not answer; its log ends with: " + endOfLog());
            }
            Sleep.millis(3);
        }
    }

    private String endOfLog() {
        try (var lines = Files.lines(log)) {
            return String.join(
                    "\n", lines.toList().reversed().stream().limit(5).toList().reversed());
        } catch (IOException e) {
            return log.toString();
        }
    }

    public int port() {
        return port;
    }

    int adminPort() {
        return adminPort;
    }

    public long pid() {
        return process.pid();
    }

    /// Resident now, in bytes.
    public long resident() {
        return memory(Memory::resident);
    }

    /// The most that was ever resident, in bytes.
    public long peakResident() {
        return memory(Memory::peak);
    }

    private interface OfProcess {
        long memory(long pid) throws IOException;
    }

    private long memory(OfProcess what) {
        try {
            return what.memory(pid());
        } catch (IOException e) {
            throw new Failure("the server is gone; its log ends with: " + endOfLog(), e);
        }
    }

    public Path log() {
        return log;
    }

    @Override
    public void close() {
        process.destroy();
        try {
            if (!process.waitFor(30, TimeUnit.SECONDS)) {
                process.destroyForcibly();
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }
}
