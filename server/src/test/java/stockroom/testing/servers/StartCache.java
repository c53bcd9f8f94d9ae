package stockroom.testing.servers;

import static java.nio.file.StandardCopyOption.ATOMIC_MOVE;
import static java.nio.file.StandardOpenOption.CREATE;
import static java.nio.file.StandardOpenOption.WRITE;

import java.io.File;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.spi.ToolProvider;
import org.jspecify.annotations.Nullable;
import stockroom.testing.platform.Platform;

/// Makes an AOT cache, which halves a server's start time. Java caches only classes of jars, so this build's classes
/// are put into one.
final class StartCache {
    private static @Nullable List<String> options;

    private StartCache() {}

    static synchronized List<String> options() {
        if (options == null) {
            try {
                options = make(
                        Files.createDirectories(Path.of("target/start-cache").toAbsolutePath()));
            } catch (IOException e) {
                throw new UncheckedIOException(e);
            }
        }
        return options;
    }

    private static List<String> make(Path folder) throws IOException {
        var jar = folder.resolve("classes.jar");
        var classPath = new ArrayList<>(List.of(jar.toString()));
        var create = new ArrayList<>(List.of("--create", "--file", jar.toString()));
        long newest = 0;
        for (var entry : System.getProperty("java.class.path").split(File.pathSeparator, -1)) {
            if (Files.isDirectory(Path.of(entry))) {
                create.addAll(List.of("-C", entry, "."));
                try (var files = Files.walk(Path.of(entry))) {
                    newest = Math.max(
                            newest,
                            files.mapToLong(file -> file.toFile().lastModified())
                                    .max()
                                    .orElse(0));
                }
            } else {
                classPath.add(entry);
            }
        }
        var cache = folder.resolve("%08x-%d.aot".formatted(classPath.hashCode(), newest));
        var where = String.join(File.pathSeparator, classPath);
        try (var channel = FileChannel.open(folder.resolve("lock"), CREATE, WRITE);
                var _ = channel.lock()) {
            if (!Files.exists(cache)) {
                ToolProvider.findFirst("jar").orElseThrow().run(System.out, System.err, create.toArray(String[]::new));
                var made = folder.resolve("made.aot");
                try (var server = ServerProcess.with(
                        List.of("-cp", where, "-XX:AOTCacheOutput=" + made),
                        Platform.shared().environment())) {
                    server.baseUrl();
                    server.stop();
                }
                Files.move(made, cache, ATOMIC_MOVE);
            }
        }
        return List.of("-cp", where, "-XX:AOTCache=" + cache);
    }
}
