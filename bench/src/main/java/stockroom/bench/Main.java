package stockroom.bench;

import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Comparator;

/// `full`, `quick` or `smoke` measure; `report` writes the document once more from the last results.
public final class Main {
    private Main() {}

    public static void main(String[] arguments) throws IOException {
        try {
            run(arguments.length == 1 ? arguments[0] : "");
        } catch (Failure e) {
            System.err.println("bench: " + e.getMessage());
            System.exit(1);
        }
    }

    private static void run(String mode) throws IOException {
        var results = mode.equals("report") ? Results.read() : measure(Plan.of(mode));
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
        var folder = Files.createTempDirectory("stockroom-bench");
        try {
            var results = new Bench(plan, folder).run();
            if (!plan.isSmoke()) {
                results.write();
            }
            try (var files = Files.walk(folder)) {
                files.sorted(Comparator.reverseOrder()).map(Path::toFile).forEach(File::delete);
            }
            return results;
        } catch (Failure e) {
            throw new Failure(e.getMessage() + "\nThe servers' logs are in " + folder, e);
        }
    }
}
