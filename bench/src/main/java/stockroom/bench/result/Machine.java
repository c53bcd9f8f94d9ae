package stockroom.bench.result;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.LocalDate;
import java.time.ZoneOffset;
import java.util.function.UnaryOperator;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import stockroom.bench.process.Failure;

/// Describes the machine in short lines, so that other text fits after them.
public record Machine(String sentence) {

    public static Machine here(UnaryOperator<String> postgresSetting) {
        var settings = Stream.of("shared_buffers", "max_wal_size", "max_connections", "fsync", "synchronous_commit")
                .map(name -> name + "=" + postgresSetting.apply(name))
                .collect(Collectors.joining(", "));
        var sentence = "Measured on %s: %d cores (%s), %.0f GB of memory, Linux %s, %s %s, PostgreSQL %s (%s)."
                .formatted(
                        LocalDate.now(ZoneOffset.UTC),
                        Runtime.getRuntime().availableProcessors(),
                        line("/proc/cpuinfo", "model name"),
                        Long.parseLong(line("/proc/meminfo", "MemTotal").replaceAll("[^0-9]", "")) * 1_024 / 1e9,
                        System.getProperty("os.version"),
                        System.getProperty("java.vm.name"),
                        System.getProperty("java.runtime.version"),
                        postgresSetting.apply("server_version"),
                        settings);
        return new Machine(sentence.replaceAll("(.{1,80})(?: |$)", "$1\n").strip());
    }

    private static String line(String file, String name) {
        try (var lines = Files.lines(Path.of(file))) {
            return lines.filter(line -> line.startsWith(name))
                    .findFirst()
                    .orElse(":0")
                    .replaceFirst(".*?:\\s*", "");
        } catch (IOException e) {
            throw new Failure("%s: %s".formatted(file, e.getMessage()), e);
        }
    }
}
