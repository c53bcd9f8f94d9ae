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

/// The server as a process of its own, as operators run it.
public final class ServerProcess implements AutoCloseable {
    /// For a short life: a small heap, and no time spent on making code quick.
    public static final String SHORT_LIVED = "-XX:TieredStopAtLevel=1 -Xmx256m";

    /// As bin/stockroom-server of the distribution starts it.
    public static final String AS_DISTRIBUTED =
            "-XX:+UseCompactObjectHeaders -XX:+ExitOnOutOfMemoryError -Xmx512m -Xmn96m";

    private static final Pattern SERVING =
            Pattern.compile("serving on port (\\d+), operators on port (\\d+), health on port (\\d+)");

    private final Process process;
    private final Thread reader;
    private final ConcurrentLinkedQueue<String> log = new ConcurrentLinkedQueue<>();
    private final CompletableFuture<int[]> ports = new CompletableFuture<>();
    private volatile boolean leftUnread;

    /// @param environment the settings; unless they name a port, one is picked
    public ServerProcess(Map<String, String> environment) {
        this(environment, SHORT_LIVED);
    }

    /// @param options for Java, with a space between them
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

    /// As bin/stockroom-server of the distribution starts it, on one processor of the machine alone.
    ///
    /// @param moreOptions for Java, with a space between them; may be empty
    public static ServerProcess onProcessor(int processor, Map<String, String> environment, String moreOptions) {
        var builder = builder(environment, (AS_DISTRIBUTED + " " + moreOptions).strip(), classes(AS_DISTRIBUTED));
        builder.command().addAll(0, List.of("taskset", "--cpu-list", Integer.toString(processor)));
        return new ServerProcess(builder);
    }

    /// Of another build.
    public static ServerProcess of(String classPath, Map<String, String> environment) {
        return with(List.of("-cp", classPath), environment);
    }

    /// @param classes options for Java that say where the classes are
    static ServerProcess with(List<String> classes, Map<String, String> environment) {
        return new ServerProcess(builder(environment, SHORT_LIVED, classes));
    }

    /// The cache is of objects with headers of the usual size.
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
                // as operators run it: the tests' own configuration stands first in the class path
                "-Dlogback.configurationFile=logback.xml"));
        command.addAll(classes);
        command.add("stockroom.Main");
        command.addAll(List.of(arguments));
        var builder = new ProcessBuilder(command);
        builder.environment().put("STOCKROOM_PORT", "0");
        builder.environment().putAll(environment);
        return builder;
    }

    /// Runs a command of the server to its end and answers the last line it prints.
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

    /// Waits until it serves.
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

    /// Nobody takes what it logs from now on, until it is to end.
    public void leaveLogUnread() {
        leftUnread = true;
    }

    /// The sum of a metric over its tags.
    public double metric(String name) {
        return SimpleHttp.get(adminUrl() + "/metrics")
                .text()
                .lines()
                .filter(line -> line.startsWith(name))
                .mapToDouble(line -> Double.parseDouble(line.substring(line.lastIndexOf(' ') + 1)))
                .sum();
    }

    /// What is in use after a full collection.
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

    /// `kill -9`
    public void kill() {
        process.destroyForcibly();
        await();
    }

    /// It does nothing until it is resumed, and keeps its connections.
    public void freeze() {
        new ProcessTree(process.toHandle()).signal("-STOP");
    }

    public void resume() {
        new ProcessTree(process.toHandle()).signal("-CONT");
    }

    /// SIGTERM; answers the exit code.
    public int stop() {
        // not process.destroy(), which also closes the stream its last words come through
        process.toHandle().destroy();
        return await();
    }

    /// Waits for it to end by itself; answers the exit code.
    public int await() {
        leftUnread = false;
        try {
            if (!process.waitFor(120, TimeUnit.SECONDS)) {
                throw new IllegalStateException("the server does not end");
            }
            // its last words
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
