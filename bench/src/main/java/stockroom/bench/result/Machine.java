package stockroom.bench.result;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.LocalDate;
import java.time.ZoneOffset;
import java.util.Locale;
import java.util.function.UnaryOperator;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import stockroom.bench.process.Failure;

/// What it was measured on.
public record Machine(
        String day,
        int cores,
        String processor,
        double memoryGb,
        String kernel,
        String java,
        String postgres,
        String postgresSettings) {

    /// This machine.
    ///
    /// @param postgresSetting the value of a setting of PostgreSQL, by its name
    public static Machine here(UnaryOperator<String> postgresSetting) {
        return new Machine(
                LocalDate.now(ZoneOffset.UTC).toString(),
                Runtime.getRuntime().availableProcessors(),
                line("/proc/cpuinfo", "model name"),
                Long.parseLong(line("/proc/meminfo", "MemTotal").replaceAll("[^0-9]", "")) * 1_024 / 1e9,
                System.getProperty("os.name") + " " + System.getProperty("os.version"),
                System.getProperty("java.vm.name") + " " + System.getProperty("java.runtime.version"),
                postgresSetting.apply("server_version"),
                Stream.of("shared_buffers", "max_wal_size", "max_connections", "fsync", "synchronous_commit")
                        .map(name -> name + "=" + postgresSetting.apply(name))
                        .collect(Collectors.joining(", ")));
    }

    /// In lines that leave room for what follows.
    public String sentence() {
        return String.format(
                        Locale.ROOT,
                        "Measured on %s: %d cores (%s), %.0f GB of memory, %s, %s, PostgreSQL %s (%s).",
                        day,
                        cores,
                        processor,
                        memoryGb,
                        kernel,
                        java,
                        postgres,
                        postgresSettings)
                .replaceAll("(.{1,80})(?: |$)", "$1\n")
                .strip();
    }

    private static String line(String file, String name) {
        try (var lines = Files.lines(Path.of(file))) {
            return lines.filter(line -> line.startsWith(name))
                    .map(line -> line.substring(line.indexOf(':') + 1).strip())
                    .findFirst()
                    .orElse("0");
        } catch (IOException e) {
            throw new Failure("%s: %s".formatted(file, e.getMessage()), e);
        }
    }
}
