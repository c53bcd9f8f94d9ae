package stockroom.bench.trials;

import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.List;
import stockroom.bench.process.Failure;

/// Trials of the distribution: `push [PRODUCTS]` and `import [PRODUCTS]`, beside a PostgreSQL of their own that
/// scripts/with-postgres starts, and `restore [ENTRIES]` by scripts/test-restore. Their figures go to target/figures.
public final class Trials {
    private static final int PUSHED_PRODUCTS = 2_220;
    private static final int IMPORTED_PRODUCTS = 1_000_000;
    private static final int RESTORED_ENTRIES = 200_000;

    private Trials() {}

    /// Runs one, in a temporary folder, which is kept if it fails.
    public static void main(String[] arguments) throws IOException {
        var folder = Files.createTempDirectory("stockroom-trial");
        try {
            run(List.of(arguments), folder);
            try (var files = Files.walk(folder)) {
                files.sorted(Comparator.reverseOrder()).map(Path::toFile).forEach(File::delete);
            }
        } catch (Failure e) {
            System.err.println("trial: " + e.getMessage() + "\nThe server's log is in " + folder);
            System.exit(1);
        }
    }

    private static void run(List<String> arguments, Path folder) throws IOException {
        switch (arguments.isEmpty() ? "" : arguments.getFirst()) {
            case "push" -> PushTrial.run(folder, count(arguments, PUSHED_PRODUCTS));
            case "import" -> ImportTrial.run(folder, count(arguments, IMPORTED_PRODUCTS));
            case "restore" -> RestoreTrial.run(folder, count(arguments, RESTORED_ENTRIES));
            default -> throw new Failure("arguments: %s (expected: push, import or restore)".formatted(arguments));
        }
    }

    private static int count(List<String> arguments, int byDefault) {
        if (arguments.size() < 2) {
            return byDefault;
        }
        if (!arguments.get(1).matches("[1-9][0-9]{0,7}")) {
            throw new Failure("how many: %s (expected: a number)".formatted(arguments.get(1)));
        }
        return Integer.parseInt(arguments.get(1));
    }
}
