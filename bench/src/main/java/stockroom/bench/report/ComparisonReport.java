package stockroom.bench.report;

import static stockroom.bench.report.Table.text;

import java.io.IOException;
import java.nio.file.Files;
import java.util.List;
import org.jspecify.annotations.Nullable;
import stockroom.bench.result.Compared;
import stockroom.bench.result.Machine;
import stockroom.bench.result.Round;
import stockroom.bench.result.Spread;
import stockroom.bench.result.WarmUp;

/// Compares the working tree, as git describes it, with another commit, the base. Without memory if only one workload
/// was compared.
public record ComparisonReport(
        String base,
        String tree,
        Machine machine,
        List<WarmUp> warmUps,
        List<Compared> works,
        @Nullable Memory memory) {
    private static final double MAX_PROCESSOR_TIME_RATIO = 1.07;
    private static final double MAX_IDLE_MEGABYTES = 150;

    /// The megabytes that idle connections add to a server's resident memory.
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
            # Working tree against %1$s
            Base: %1$s. Tree: %2$s. %3$s

            %4$s
            %5$s
            %6$s
            Each cell is a median, with the lowest and highest round in parentheses. A ratio is tree to base, taken within a
            round of two runs, one on each side; the side that begins alternates.
            Processor time is that of the server process for one request. The servers were warmed up for %7$.0f s.
            """.formatted(
                        base,
                        tree,
                        machine.sentence(),
                        processorTime(),
                        rates(),
                        memory == null ? "" : idleConnections(memory),
                        Tables.seconds(warmUps));
    }

    private String processorTime() {
        return Table.of(List.of("Processor time", "Base", "Tree", "Ratio", "Target", ""), works, work -> {
            var ratio = work.toFirst(1, Round::serverCpu);
            return List.of(
                    work.title(),
                    Table.cell("%,.0f", work.sides().getFirst().of(Round::serverCpu), " µs"),
                    Table.cell("%,.0f", work.sides().getLast().of(Round::serverCpu), " µs"),
                    Table.cell("%.3f", ratio, ""),
                    text("≤ %.2f", MAX_PROCESSOR_TIME_RATIO),
                    Figure.verdict(ratio.median() <= MAX_PROCESSOR_TIME_RATIO));
        });
    }

    private String rates() {
        return Table.of(
                List.of("Requests a second", "Base", "Tree", "Ratio"),
                works,
                work -> List.of(
                        work.title(),
                        Table.cell("%,.0f", work.sides().getFirst().service(), ""),
                        Table.cell("%,.0f", work.sides().getLast().service(), ""),
                        Table.cell("%.3f", work.toFirst(1, Round::service), "")));
    }

    private static String idleConnections(Memory memory) {
        return Table.of(List.of(
                List.of("Resident memory", "Base", "Tree", "Target", ""),
                List.of(
                        text("added by %,d idle connections", memory.connections),
                        Table.cell("%.0f", memory.base, " MB"),
                        Table.cell("%.0f", memory.tree, " MB"),
                        text("≤ %.0f MB", MAX_IDLE_MEGABYTES),
                        Figure.verdict(memory.tree.median() <= MAX_IDLE_MEGABYTES))));
    }
}
