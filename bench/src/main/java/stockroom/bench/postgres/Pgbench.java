package stockroom.bench.postgres;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Properties;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import stockroom.bench.process.Command;
import stockroom.bench.process.Failure;
import stockroom.bench.process.Sleep;
import stockroom.bench.result.Latency;
import stockroom.bench.result.Sample;

/// Runs statements directly on PostgreSQL, as a reference for the server.
public final class Pgbench {
    private static final Pattern DONE =
            Pattern.compile("^number of transactions actually processed: (\\d+)", Pattern.MULTILINE);
    private static final Pattern FAILED = Pattern.compile("^number of failed transactions: (\\d+)", Pattern.MULTILINE);
    private static final Pattern PROGRESS =
            Pattern.compile("^progress: ([0-9.]+) s, ([0-9.]+) tps,", Pattern.MULTILINE);
    private final Postgres postgres;
    private final Path folder;
    private final int warmUp;

    public Pgbench(Postgres postgres, Path folder, int warmUp) {
        this.postgres = postgres;
        this.folder = folder;
        this.warmUp = warmUp;
    }

    public record Result(long transactions, double perSecond) {}

    public Result run(String database, List<BareStatement> scripts, int clients, int seconds) {
        return parse(run(database, scripts, clients, Command.words("-T %d -P 1", warmUp + seconds)), warmUp);
    }

    /// Waits for the database processes to end, because only then their processor time counts for the parent.
    public void awaitGone() {
        while (!postgres.one("postgres", "SELECT count(*) FROM pg_stat_activity WHERE application_name = 'pgbench'")
                .equals("0")) {
            Sleep.millis(20);
        }
        Sleep.millis(100);
    }

    /// Sends statements at a steady rate and measures each from the moment it was due.
    public Latency steadily(String database, BareStatement script, int clients, double rate, int seconds) {
        var log = folder.resolve("steady-bare");
        run(
                database,
                List.of(script),
                clients,
                Command.words(
                        "-T %d -R %d --log --log-prefix=%s", warmUp + seconds, Math.max(1, Math.round(rate)), log));
        try (var files = Files.list(folder)) {
            var samples = new ArrayList<Sample>();
            for (var file :
                    files.filter(path -> path.toString().startsWith(log + ".")).toList()) {
                samples.addAll(samples(Files.readAllLines(file), warmUp));
                Files.delete(file);
            }
            return Latency.of(50, rate, samples);
        } catch (IOException e) {
            throw new Failure("%s: %s".formatted(log, e.getMessage()), e);
        }
    }

    /// Reads lines of client, number, microseconds, script, second and microsecond of its end, and lag.
    static List<Sample> samples(List<String> lines, int warmUp) {
        long counted = Long.parseLong(lines.getFirst().split(" ", -1)[4]) + warmUp;
        var samples = new ArrayList<Sample>();
        for (var line : lines) {
            var cells = line.split(" ", -1);
            long micros = Long.parseLong(cells[2]);
            long second = Long.parseLong(cells[4]);
            if (second > counted) {
                samples.add(new Sample((second * 1_000_000 + Long.parseLong(cells[5]) - micros) * 1_000, micros));
            }
        }
        return samples;
    }

    private String run(String database, List<BareStatement> scripts, int clients, List<String> howLong) {
        var words = Command.words("%s -n -M prepared -c %d -j 1 -D turn=0", Postgres.program("pgbench"), clients);
        words.addAll(howLong);
        define(limits(), words);
        for (var script : scripts) {
            var file = folder.resolve(script.sql() + ".pgbench");
            script.write(file, clients);
            words.add("-f");
            words.add(file + "@" + script.weight());
            define(script.variables(), words);
        }
        return Command.run(postgres.environment(database), words);
    }

    private static void define(Map<String, String> variables, List<String> words) {
        variables.forEach((name, value) -> {
            words.add("-D");
            words.add(name + "=" + value);
        });
    }

    private static Map<String, String> limits() {
        try (var in = Files.newBufferedReader(Path.of("bench/sql/limits.properties"))) {
            var limits = new Properties();
            limits.load(in);
            return limits.stringPropertyNames().stream().collect(Collectors.toMap(name -> name, limits::getProperty));
        } catch (IOException e) {
            throw new Failure("bench/sql/limits.properties: " + e.getMessage(), e);
        }
    }

    static Result parse(String output, int warmUp) {
        long failed = only(FAILED, output);
        if (failed > 0) {
            throw new Failure("pgbench: %d transactions failed (expected: 0): %s".formatted(failed, output));
        }
        return new Result(only(DONE, output), afterWarmUp(output, warmUp));
    }

    private static long only(Pattern pattern, String output) {
        var found = pattern.matcher(output);
        if (!found.find()) {
            throw new Failure("pgbench printed no line like %s: %s".formatted(pattern, output));
        }
        return Long.parseLong(found.group(1));
    }

    private static double afterWarmUp(String output, int warmUp) {
        double transactions = 0;
        double seconds = 0;
        double last = 0;
        for (var line = PROGRESS.matcher(output); line.find(); ) {
            double time = Double.parseDouble(line.group(1));
            // pgbench's seconds are never quite whole
            if (last > warmUp - 0.5) {
                transactions += Double.parseDouble(line.group(2)) * (time - last);
                seconds += time - last;
            }
            last = time;
        }
        if (seconds == 0) {
            throw new Failure("pgbench printed no progress after %d s: %s".formatted(warmUp, output));
        }
        return transactions / seconds;
    }
}
