package stockroom.bench.trials;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import stockroom.bench.process.Failure;
import stockroom.bench.process.Sleep;
import stockroom.bench.server.OperatedServer;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/// One `stockroom stock push` of a file, as a process of its own.
final class Push {
    private final Process process;
    private final Path file;
    private final long begun = System.nanoTime();
    private volatile long ended;

    private Push(Process process, Path file) {
        this.process = process;
        this.file = file;
    }

    static Push start(OperatedServer server, PushMerchant merchant, Path file) throws IOException {
        var builder = new ProcessBuilder(List.of(
                server.distribution().commandLine(),
                "stock",
                "push",
                file.toString(),
                "--appid",
                merchant.appid(),
                "--url",
                "http://127.0.0.1:" + server.server().port(),
                "--json"));
        builder.environment().putAll(merchant.environment());
        builder.redirectOutput(beside(file, ".json").toFile());
        builder.redirectError(beside(file, ".err").toFile());
        var push = new Push(builder.start(), file);
        // a trial that fails must not leave a push behind
        Runtime.getRuntime().addShutdownHook(new Thread(push.process::destroy));
        Thread.ofVirtual().start(push::awaitEnd);
        return push;
    }

    private static Path beside(Path file, String ending) {
        return Path.of(file + ending);
    }

    private int awaitEnd() {
        try {
            int code = process.waitFor();
            if (ended == 0) {
                ended = System.nanoTime();
            }
            return code;
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new Failure("interrupted", e);
        }
    }

    boolean succeeds() {
        return awaitEnd() == 0;
    }

    /// Waits for its end, which must be a success.
    JsonNode result() throws IOException {
        if (!succeeds()) {
            throw new Failure("the push of %s failed: %s".formatted(file.getFileName(), errors()));
        }
        return JsonMapper.shared().readTree(Files.readString(beside(file, ".json")));
    }

    /// After its end.
    double seconds() {
        return (ended - begun) / 1e9;
    }

    String errors() throws IOException {
        return Files.readString(beside(file, ".err"));
    }

    /// What a push that is started again goes on from.
    String progress() throws IOException {
        return Files.readString(beside(file, ".progress")).strip();
    }

    /// On a busy machine the first request may take long.
    void awaitProgress() {
        while (process.isAlive() && !Files.exists(beside(file, ".progress"))) {
            Sleep.millis(100);
        }
    }

    void kill() {
        if (!process.isAlive()) {
            throw new Failure("the push was over before it was killed");
        }
        process.destroyForcibly();
        awaitEnd();
    }
}
