package stockroom.bench.report;

import static java.util.Locale.ROOT;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import stockroom.bench.result.Machine;
import stockroom.bench.result.Measurement;
import stockroom.bench.result.Spread;

/// What a Citus cluster costs beside one PostgreSQL, and what that makes of a platform of a million merchants.
public record ClusterReport(Machine machine, List<Work> works) {
    /// In the order in which they are measured.
    public static final List<String> SIDES = List.of("one", "nodes", "coordinator");

    /// The least that a cluster on the same machine may serve of what one PostgreSQL does.
    private static final Map<String, Double> TARGETS =
            Map.of("stock-list", 0.40, "product-list", 0.35, "product-detail", 0.50, "create-stock-2700", 0.75);

    /// The rounds of one workload.
    ///
    /// @param one on one PostgreSQL
    /// @param nodes on the cluster, each statement sent to the merchant's node
    /// @param coordinator on the cluster, all of them sent to the coordinator
    /// @param answerBytes of an answer's body
    public record Work(
            String name,
            String title,
            Measurement one,
            Measurement nodes,
            Measurement coordinator,
            double answerBytes) {
        private CapacityTable.Cost cost() {
            return new CapacityTable.Cost(
                    nodes.of(round -> round.cpu().server()).median(),
                    nodes.of(round -> round.cpu().database()).median(),
                    answerBytes);
        }

        private Spread ofOne(Measurement side) {
            return side.against(one, (a, b) -> a.service() / b.service());
        }
    }

    /// Prints the figures, and writes the tables into docs/scale.md.
    public void publish() throws IOException {
        for (var work : works) {
            var ratio = work.ofOne(work.nodes).median();
            var name = "citus-%s-of-one-postgresql".formatted(work.name);
            var target = TARGETS.get(work.name);
            write(target == null ? Figure.of(name, ratio, "ratio") : Figure.atLeast(target, name, ratio, "ratio"));
            write(Figure.of(
                    name + "-by-the-coordinator", work.ofOne(work.coordinator).median(), "ratio"));
        }
        Report.fillScale(parts());
        System.out.println("\n" + rates() + "\n" + processorTime() + "\nwritten: docs/scale.md");
    }

    /// By the names of their marks in docs/scale.md.
    Map<String, String> parts() {
        var capacity = new CapacityTable(works.stream().collect(Collectors.toMap(Work::name, Work::cost)));
        return Map.of(
                "cluster",
                machine.sentence() + "\n\n" + rates() + "\n" + processorTime(),
                "load",
                capacity.load(),
                "machines",
                capacity.machines());
    }

    private static void write(Figure figure) throws IOException {
        figure.write();
        ConsoleOutput.print(figure);
    }

    private String rates() {
        var rows = new ArrayList<List<String>>();
        rows.add(List.of("Requests a second", "One PostgreSQL", "Merchants' nodes", "Ratio", "Coordinator", "Ratio"));
        for (var work : works) {
            rows.add(List.of(
                    work.title,
                    MarkdownTable.cell("%,.0f", work.one.service(), ""),
                    MarkdownTable.cell("%,.0f", work.nodes.service(), ""),
                    MarkdownTable.cell("%.2f", work.ofOne(work.nodes), ""),
                    MarkdownTable.cell("%,.0f", work.coordinator.service(), ""),
                    MarkdownTable.cell("%.2f", work.ofOne(work.coordinator), "")));
        }
        return MarkdownTable.of(rows);
    }

    private String processorTime() {
        var rows = new ArrayList<List<String>>();
        rows.add(List.of(
                "µs of the database (and of the server) a request",
                "One PostgreSQL",
                "Merchants' nodes",
                "Coordinator"));
        for (var work : works) {
            rows.add(List.of(work.title, micros(work.one), micros(work.nodes), micros(work.coordinator)));
        }
        return MarkdownTable.of(rows);
    }

    private static String micros(Measurement side) {
        return String.format(
                ROOT,
                "%,.0f (%,.0f)",
                side.of(round -> round.cpu().database()).median(),
                side.of(round -> round.cpu().server()).median());
    }
}
