package stockroom.bench;

import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.List;
import java.util.function.Function;
import stockroom.bench.measure.Benchmark;
import stockroom.bench.measure.ClusterComparison;
import stockroom.bench.measure.CommitComparison;
import stockroom.bench.measure.Plan;
import stockroom.bench.process.Failure;
import stockroom.bench.report.ConsoleOutput;
import stockroom.bench.report.Report;
import stockroom.bench.report.Targets;
import stockroom.bench.result.Results;

/// `full`, `quick` or `smoke` measure; `report` writes the document once more from the last results; `against FOLDER
/// [ROUNDS [WORKLOAD]]` compares with another commit; `cluster` compares a Citus cluster with one PostgreSQL.
public final class Main {
    private Main() {}

    public static void main(String[] arguments) throws IOException {
        try {
            run(List.of(arguments));
        } catch (Failure e) {
            System.err.println("bench: " + e.getMessage());
            System.exit(1);
        }
    }

    private static void run(List<String> arguments) throws IOException {
        var mode = arguments.isEmpty() ? "" : arguments.getFirst();
        switch (mode) {
            case "against" -> compare(arguments.subList(1, arguments.size()));
            case "cluster" ->
                inFolder(folder -> new ClusterComparison(folder).run()).publish();
            case "report" -> publish(Results.read());
            default -> publish(measure(Plan.of(mode)));
        }
    }

    private static void publish(Results results) throws IOException {
        for (var figure : Targets.of(results)) {
            if (!results.mode().equals("smoke")) {
                figure.write();
            }
            ConsoleOutput.print(figure);
        }
        if (results.mode().equals("full")) {
            Report.write(results);
        }
    }

    private static Results measure(Plan plan) throws IOException {
        var results = inFolder(folder -> new Benchmark(plan, folder).run());
        if (!plan.isSmoke()) {
            results.write();
        }
        return results;
    }

    private static void compare(List<String> arguments) throws IOException {
        if (arguments.isEmpty() || arguments.size() > 3) {
            throw new Failure("arguments: %s (expected: against FOLDER [ROUNDS [WORKLOAD]])".formatted(arguments));
        }
        var base = Path.of(arguments.getFirst()).toAbsolutePath().normalize();
        int rounds = arguments.size() >= 2
                ? rounds(arguments.get(1))
                : Plan.of("against").rounds().count();
        var only = arguments.size() == 3 ? arguments.getLast() : "";
        inFolder(folder -> new CommitComparison(base, folder, rounds, only).run())
                .print();
    }

    private static int rounds(String text) {
        if (!text.matches("[1-9][0-9]{0,3}")) {
            throw new Failure("rounds: %s (expected: a number from 1 to 9999)".formatted(text));
        }
        return Integer.parseInt(text);
    }

    /// In a temporary folder, which is kept if it fails.
    private static <T> T inFolder(Function<Path, T> work) throws IOException {
        var folder = Files.createTempDirectory("stockroom-bench");
        try {
            var result = work.apply(folder);
            try (var files = Files.walk(folder)) {
                files.sorted(Comparator.reverseOrder()).map(Path::toFile).forEach(File::delete);
            }
            return result;
        } catch (Failure e) {
            throw new Failure(e.getMessage() + "\nThe servers' logs are in " + folder, e);
        }
    }
}
