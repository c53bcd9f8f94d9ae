package stockroom.bench;

import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import stockroom.bench.measure.Benchmark;
import stockroom.bench.measure.Comparison;
import stockroom.bench.measure.Plan;
import stockroom.bench.process.Failure;
import stockroom.bench.report.Console;
import stockroom.bench.report.Report;
import stockroom.bench.report.Targets;
import stockroom.bench.result.Results;

/// Runs `full`, `quick` or `smoke` measurements; `report` writes the document from the last results; `against FOLDER
/// [ROUNDS [WORKLOAD]]` compares with another commit; `cluster` compares a Citus cluster with one PostgreSQL.
public final class Main {
    /// Holds server logs and other files of the run; bench/run empties it.
    private static final Path FOLDER = Path.of("target/bench").toAbsolutePath();

    private Main() {}

    public static void main(String[] arguments) throws IOException {
        try {
            run(List.of(arguments));
        } catch (Failure e) {
            System.err.println("bench: %s%nThe servers' logs are in %s".formatted(e.getMessage(), FOLDER));
            System.exit(1);
        }
    }

    private static void run(List<String> arguments) throws IOException {
        var mode = arguments.isEmpty() ? "" : arguments.getFirst();
        switch (mode) {
            case "against" -> compare(arguments.subList(1, arguments.size()));
            case "cluster" -> Comparison.ofCluster(FOLDER).publish();
            case "report" -> publish(Results.read());
            default -> publish(measure(Plan.of(mode)));
        }
    }

    private static void publish(Results results) throws IOException {
        for (var figure : Targets.of(results)) {
            if (!results.mode().equals("smoke")) {
                figure.write();
            }
            Console.print(figure);
        }
        if (results.mode().equals("full")) {
            Report.write(results);
        }
    }

    private static Results measure(Plan plan) throws IOException {
        var results = new Benchmark(plan, FOLDER).run();
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
        Comparison.ofCommits(base, FOLDER, rounds, only).print();
    }

    private static int rounds(String text) {
        if (!text.matches("[1-9][0-9]{0,3}")) {
            throw new Failure("rounds: %s (expected: a number from 1 to 9999)".formatted(text));
        }
        return Integer.parseInt(text);
    }
}
