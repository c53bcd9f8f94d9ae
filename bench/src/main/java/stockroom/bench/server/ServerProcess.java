package stockroom.bench.server;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.regex.Pattern;
import stockroom.bench.process.Failure;
import stockroom.bench.process.Sleep;

/// Runs a server with the distribution's launcher, so that Java gets the options of an installed server.
public final class ServerProcess implements AutoCloseable {
    private static final long START_TIMEOUT_NANOS = 60_000_000_000L;
    private static final Pattern SERVING = Pattern.compile("serving on port (\\d+), operators on port (\\d+)");
    private static final AtomicInteger COUNT = new AtomicInteger();

    private final Process process;
    private final Path log;
    private final int port;
    private final int adminPort;

    public ServerProcess(Path tree, Map<String, String> settings, Path folder) {
        this.log = folder.resolve("server-%d.log".formatted(COUNT.incrementAndGet()));
        var builder = new ProcessBuilder(launcher(tree));
        builder.environment().put("STOCKROOM_PORT", "0");
        builder.environment().putAll(settings);
        try {
            this.process = builder.redirectErrorStream(true)
                    .redirectOutput(log.toFile())
                    .start();
            // a failed run must not leave a server running
            Runtime.getRuntime().addShutdownHook(new Thread(process::destroy));
            long begun = System.nanoTime();
            var serving = SERVING.matcher(Files.readString(log));
            while (!serving.find()) {
                if (!process.isAlive() || System.nanoTime() - begun > START_TIMEOUT_NANOS) {
                    throw new Failure("the server does not start; its log: " + Files.readString(log));
                }
                Sleep.millis(3);
                serving = SERVING.matcher(Files.readString(log));
            }
            this.port = Integer.parseInt(serving.group(1));
            this.adminPort = Integer.parseInt(serving.group(2));
        } catch (IOException e) {
            throw new Failure("the server does not start: " + e.getMessage(), e);
        }
    }

    static String launcher(Path tree) {
        var folder = tree.resolve("target/dist");
        try (var names = Files.newDirectoryStream(folder, "stockroom-*")) {
            for (var name : names) {
                var launcher = name.resolve("bin/stockroom-server").toAbsolutePath();
                if (Files.isExecutable(launcher)) {
                    return launcher.toString();
                }
            }
        } catch (IOException e) {
            throw new Failure(folder + " cannot be read (expected: made by make dist)", e);
        }
        throw new Failure(folder + " holds no distribution (expected: one; make it with: make dist)");
    }

    public int port() {
        return port;
    }

    public long pid() {
        return process.pid();
    }

    int adminPort() {
        return adminPort;
    }

    public long resident() {
        return memory("VmRSS:");
    }

    public long peakResident() {
        return memory("VmHWM:");
    }

    private long memory(String name) {
        try (var lines = Files.lines(Path.of("/proc/" + pid() + "/status"))) {
            return lines.filter(line -> line.startsWith(name))
                            .mapToLong(line -> Long.parseLong(line.replaceAll("[^0-9]", "")))
                            .findFirst()
                            .orElseThrow(() -> new IOException("it is ending"))
                    * 1_024;
        } catch (IOException e) {
            throw new Failure("the server is gone (its log: %s): %s".formatted(log, e.getMessage()), e);
        }
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
