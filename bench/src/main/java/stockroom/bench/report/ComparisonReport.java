package stockroom.bench.report;

import static java.util.Locale.ROOT;

import java.io.IOException;
import java.nio.file.Files;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import stockroom.bench.result.Machine;
import stockroom.bench.result.Measurement;
import stockroom.bench.result.Spread;

/// What the working tree costs beside the base, as Markdown that reads well on a console too.
///
/// @param base the short hash of its commit
/// @param tree what git calls the working tree
/// @param memory of idle connections, unless one workload alone was compared
public record ComparisonReport(
        String base,
        String tree,
        Machine machine,
        List<Pair> workloads,
        @Nullable Memory memory) {
    static final double MAX_PROCESSOR_TIME_RATIO = 1.07;
    static final double MAX_IDLE_MEGABYTES = 150;

    /// The rounds of one workload on both sides.
    public record Pair(String title, Measurement base, Measurement tree) {
        /// Of runs that followed each other, tree to base.
        Spread processorTimeRatio() {
            return tree.against(base, (a, b) -> a.cpu().server() / b.cpu().server());
        }

        Spread rateRatio() {
            return tree.against(base, (a, b) -> a.service() / b.service());
        }
    }

    /// Megabytes that so many idle connections added to a server's resident memory.
    public record Memory(int connections, Spread base, Spread tree) {}

    public void print() throws IOException {
        var text = markdown();
        var file = Figure.FOLDER.resolve("against-%s.md".formatted(base));
        Files.createDirectories(Figure.FOLDER);
        Files.writeString(file, text);
        System.out.println("\n" + text + "\nwritten: " + file);
    }

    String markdown() {
        return """
                # Working tree against %s
                Base: %s. Tree: %s. %s

                %s
                %s
                %s
                Each cell is a median, with the lowest and highest round in parentheses. A ratio is tree to base, taken within a
                round of two runs, one on each side; the side that begins alternates.
                Processor time is that of the server process for one request.
                """.formatted(
                        base,
                        base,
                        tree,
                        machine.sentence(),
                        processorTime(),
                        rates(),
                        memory == null ? "" : idleConnections(memory));
    }

    private String processorTime() {
        var rows = new ArrayList<List<String>>();
        rows.add(List.of("Processor time", "Base", "Tree", "Ratio", "Target", ""));
        for (var workload : workloads) {
            var ratio = workload.processorTimeRatio();
            rows.add(List.of(
                    workload.title,
                    MarkdownTable.cell(
                            "%,.0f", workload.base.of(round -> round.cpu().server()), " µs"),
                    MarkdownTable.cell(
                            "%,.0f", workload.tree.of(round -> round.cpu().server()), " µs"),
                    MarkdownTable.cell("%.3f", ratio, ""),
                    String.format(ROOT, "≤ %.2f", MAX_PROCESSOR_TIME_RATIO),
                    verdict(ratio.median() <= MAX_PROCESSOR_TIME_RATIO)));
        }
        return MarkdownTable.of(rows);
    }

    private String rates() {
        var rows = new ArrayList<List<String>>();
        rows.add(List.of("Requests a second", "Base", "Tree", "Ratio"));
        for (var workload : workloads) {
            rows.add(List.of(
                    workload.title,
                    MarkdownTable.cell("%,.0f", workload.base.service(), ""),
                    MarkdownTable.cell("%,.0f", workload.tree.service(), ""),
                    MarkdownTable.cell("%.3f", workload.rateRatio(), "")));
        }
        return MarkdownTable.of(rows);
    }

    private static String idleConnections(Memory memory) {
        return MarkdownTable.of(List.of(
                List.of("Resident memory", "Base", "Tree", "Target", ""),
                List.of(
                        String.format(ROOT, "added by %,d idle connections", memory.connections),
                        MarkdownTable.cell("%.0f", memory.base, " MB"),
                        MarkdownTable.cell("%.0f", memory.tree, " MB"),
                        String.format(ROOT, "≤ %.0f MB", MAX_IDLE_MEGABYTES),
                        verdict(memory.tree.median() <= MAX_IDLE_MEGABYTES))));
    }

    private static String verdict(boolean reached) {
        return reached ? "reached" : "NOT REACHED";
    }
}
