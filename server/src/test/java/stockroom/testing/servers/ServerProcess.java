package stockroom.testing.servers;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.lang.ProcessBuilder.Redirect;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.regex.Pattern;
import java.util.stream.IntStream;
import stockroom.testing.http.SimpleHttp;
import stockroom.testing.machine.ProcessTree;

public final class ServerProcess implements AutoCloseable {
    /// Options for short-lived servers: a small heap, and little time for compiling.
    public static final String SHORT_LIVED = "-XX:TieredStopAtLevel=1 -Xmx256m";

    /// The options that bin/stockroom-server of the distribution passes.
    public static final String AS_DISTRIBUTED =
            "-XX:+UseCompactObjectHeaders -XX:+ExitOnOutOfMemoryError -Xmx512m -Xmn96m";

    private static final Pattern SERVING =
            Pattern.compile("serving on port (\\d+), operators on port (\\d+), health on port (\\d+)");

    private final Process process;
    private final Thread reader;
    private final ConcurrentLinkedQueue<String> log = new ConcurrentLinkedQueue<>();
    private final CompletableFuture<int[]> ports = new CompletableFuture<>();
    private volatile boolean leftUnread;

    /// @param environment the settings; if they name no port, a free one is picked
    public ServerProcess(Map<String, String> environment) {
        this(environment, SHORT_LIVED);
    }

    /// @param arguments a command of the server; none to serve
    public ServerProcess(Map<String, String> environment, String options, String... arguments) {
        this(builder(environment, options, classes(options), arguments));
    }

    private ServerProcess(ProcessBuilder builder) {
        try {
            this.process = builder.redirectErrorStream(true).start();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        this.reader = Thread.ofPlatform().daemon().start(this::readLog);
    }

    /// Starts the server with the distribution's options on a single processor of the machine.
    public static ServerProcess onProcessor(int processor, Map<String, String> environment, String moreOptions) {
        var builder = builder(environment, (AS_DISTRIBUTED + " " + moreOptions).strip(), classes(AS_DISTRIBUTED));
        builder.command().addAll(0, List.of("taskset", "--cpu-list", Integer.toString(processor)));
        return new ServerProcess(builder);
    }

    public static ServerProcess of(String classPath, Map<String, String> environment) {
        return with(List.of("-cp", classPath), environment);
    }

    static ServerProcess with(List<String> classes, Map<String, String> environment) {
        return new ServerProcess(builder(environment, SHORT_LIVED, classes));
    }

    /// The cache requires object headers of the usual size, which the distribution's options change.
    private static List<String> classes(String options) {
        return options.equals(AS_DISTRIBUTED)
                ? List.of("-cp", System.getProperty("java.class.path"))
                : StartCache.options();
    }

    private static ProcessBuilder builder(
            Map<String, String> environment, String options, List<String> classes, String... arguments) {
        var command = new ArrayList<String>();
        command.add(ProcessHandle.current().info().command().orElseThrow());
        command.addAll(List.of(options.split(" ")));
        if (!options.contains("GC")) {
            command.add("-XX:+UseSerialGC");
        }
        command.addAll(List.of(
                // operators use this configuration; the tests' own comes first in the class path
                "-Dlogback.configurationFile=logback.xml"));
        command.addAll(classes);
        command.add("stockroom.Main");
        command.addAll(List.of(arguments));
        var builder = new ProcessBuilder(command);
        builder.environment().put("STOCKROOM_PORT", "0");
        builder.environment().putAll(environment);
        return builder;
    }

    public static String lastLineOf(Map<String, String> environment, String... arguments) {
        try {
            var process = builder(environment, SHORT_LIVED, classes(SHORT_LIVED), arguments)
                    .redirectError(Redirect.DISCARD)
                    .start();
            try (var output = process.inputReader(StandardCharsets.UTF_8)) {
                return output.lines().reduce((_, last) -> last).orElseThrow();
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private void readLog() {
        try (BufferedReader lines = process.inputReader(StandardCharsets.UTF_8)) {
            for (String line = lines.readLine(); line != null; line = lines.readLine()) {
                log.add(line);
                var serving = SERVING.matcher(line);
                if (serving.find()) {
                    ports.complete(IntStream.rangeClosed(1, 3)
                            .map(i -> Integer.parseInt(serving.group(i)))
                            .toArray());
                }
                while (leftUnread) {
                    Thread.sleep(10);
                }
            }
        } catch (IOException | InterruptedException e) {
            // the process was killed
        }
        ports.completeExceptionally(new IllegalStateException("the server ended: " + String.join("\n", log)));
    }

    private int[] ports() {
        try {
            return ports.get(120, TimeUnit.SECONDS);
        } catch (InterruptedException | ExecutionException | TimeoutException e) {
            throw new IllegalStateException("the server does not start: " + String.join("\n", log), e);
        }
    }

    public String baseUrl() {
        return "http://127.0.0.1:" + ports()[0];
    }

    public String adminUrl() {
        return "http://127.0.0.1:" + adminPort();
    }

    public int adminPort() {
        return ports()[1];
    }

    public String healthUrl() {
        return "http://127.0.0.1:" + ports()[2];
    }

    public String log() {
        return String.join("\n", log);
    }

    /// Stops reading the log until the process is to end.
    public void leaveLogUnread() {
        leftUnread = true;
    }

    public double metric(String name) {
        return SimpleHttp.get(adminUrl() + "/metrics")
                .text()
                .lines()
                .filter(line -> line.startsWith(name))
                .mapToDouble(line -> Double.parseDouble(line.substring(line.lastIndexOf(' ') + 1)))
                .sum();
    }

    /// Returns the bytes in use after a full collection.
    public long liveHeapBytes() {
        try {
            var jcmd = Path.of(System.getProperty("java.home"), "bin", "jcmd").toString();
            var collection = new ProcessBuilder(jcmd, Long.toString(process.pid()), "GC.run")
                    .redirectErrorStream(true)
                    .start();
            var output = new String(collection.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
            if (collection.waitFor() != 0) {
                throw new IllegalStateException(output);
            }
            return (long) metric("jvm_memory_used_bytes{area=\"heap\"");
        } catch (IOException | InterruptedException e) {
            throw new IllegalStateException(e);
        }
    }

    public long pid() {
        return process.pid();
    }

    public boolean isAlive() {
        return process.isAlive();
    }

    public void kill() {
        process.destroyForcibly();
        await();
    }

    /// Pauses the process, with open connections, until it is resumed.
    public void freeze() {
        new ProcessTree(process.toHandle()).signal("-STOP");
    }

    public void resume() {
        new ProcessTree(process.toHandle()).signal("-CONT");
    }

    public int stop() {
        // process.destroy() would also close the stream with its last lines
        process.toHandle().destroy();
        return await();
    }

    /// Waits until the process ends by itself, and returns the exit code.
    public int await() {
        leftUnread = false;
        try {
            if (!process.waitFor(120, TimeUnit.SECONDS)) {
                throw new IllegalStateException("the server does not end");
            }
            // waits for its last lines
            reader.join();
            return process.exitValue();
        } catch (InterruptedException e) {
            throw new IllegalStateException(e);
        }
    }

    @Override
    public void close() {
        kill();
    }
}
