package stockroom.bench.trials;

import java.io.IOException;
import java.nio.file.Files;
import java.util.ArrayList;
import java.util.List;
import stockroom.bench.process.Failure;
import stockroom.bench.report.Figure;
import tools.jackson.databind.json.JsonMapper;

/// What a trial must show; each figure in a file of its own in target/figures.
final class TrialFigures {
    private record Entry(String name, Object value, String unit, String target, boolean pass) {}

    private final List<Entry> entries = new ArrayList<>();
    private final List<String> failed = new ArrayList<>();

    void add(String name, Number value, String unit, String target, boolean pass) {
        add(new Entry(name, value, unit, target, pass), pass, target);
    }

    /// @param value true passes
    void add(String name, boolean value) {
        add(new Entry(name, value, "", "true", value), value, "true");
    }

    /// A busy machine spoils this figure: the file says whether it reaches its target, but the trial fails only by a
    /// bound that no load explains.
    void addAtMost(double target, double bound, String name, double value, String unit) {
        add(new Entry(name, rounded(value), unit, "<= " + target, value <= target), value <= bound, "<= " + bound);
    }

    /// The same for one that should be high.
    void addAtLeast(double target, double bound, String name, double value, String unit) {
        add(new Entry(name, rounded(value), unit, ">= " + target, value >= target), value >= bound, ">= " + bound);
    }

    private static double rounded(double value) {
        return Math.round(value * 1_000) / 1_000.0;
    }

    private void add(Entry entry, boolean tolerable, String expected) {
        entries.add(entry);
        if (!tolerable) {
            failed.add("%s: %s %s (expected: %s)".formatted(entry.name, entry.value, entry.unit, expected));
        }
    }

    /// Fails if one of them failed.
    void write() throws IOException {
        Files.createDirectories(Figure.FOLDER);
        for (var entry : entries) {
            Files.writeString(
                    Figure.FOLDER.resolve(entry.name + ".json"),
                    JsonMapper.shared().writeValueAsString(entry) + "\n");
        }
        if (!failed.isEmpty()) {
            throw new Failure("failed:\n" + String.join("\n", failed));
        }
    }
}
