package stockroom.bench.report;

import static stockroom.bench.report.Table.text;

import java.io.IOException;
import java.util.List;
import java.util.Map;
import stockroom.bench.result.Compared;
import stockroom.bench.result.Machine;
import stockroom.bench.result.Measurement;
import stockroom.bench.result.Round;
import stockroom.bench.result.WarmUp;

/// Compares one PostgreSQL, a cluster with each statement sent to the merchant's node, and a cluster with all
/// statements sent to the coordinator.
public record ClusterReport(Machine machine, List<WarmUp> warmUps, List<Compared> works) {
    private static final int NODES = 1;
    private static final int COORDINATOR = 2;

    /// The least share of one PostgreSQL's rate that a cluster on the same machine must reach.
    private static final Map<String, Double> TARGETS =
            Map.of("stock-list", 0.40, "product-list", 0.35, "product-detail", 0.50, "create-stock-2700", 0.75);

    public void publish() throws IOException {
        for (var work : works) {
            var name = "citus-%s-of-one-postgresql".formatted(work.name());
            double ratio = work.toFirst(NODES, Round::service).median();
            double ofCoordinator = work.toFirst(COORDINATOR, Round::service).median();
            for (var figure : List.of(
                    Figure.atLeast(TARGETS.getOrDefault(work.name(), 0.0), name, ratio, "ratio"),
                    Figure.of(name + "-by-the-coordinator", ofCoordinator, "ratio"))) {
                figure.write();
                Console.print(figure);
            }
        }
        var capacity = new CapacityTable(works, NODES);
        Report.fillScale(Map.of("cluster", tables(), "load", capacity.load(), "machines", capacity.machines()));
        System.out.println("\n" + tables() + "\nwritten: docs/scale.md");
    }

    private String tables() {
        var rates = Table.of(
                List.of("Requests a second", "One PostgreSQL", "Merchants' nodes", "Ratio", "Coordinator", "Ratio"),
                works,
                work -> List.of(
                        work.title(),
                        Table.cell("%,.0f", work.sides().getFirst().service(), ""),
                        Table.cell("%,.0f", work.sides().get(NODES).service(), ""),
                        Table.cell("%.2f", work.toFirst(NODES, Round::service), ""),
                        Table.cell("%,.0f", work.sides().get(COORDINATOR).service(), ""),
                        Table.cell("%.2f", work.toFirst(COORDINATOR, Round::service), "")));
        var processorTime = Table.of(
                List.of(
                        "µs of the database (and of the server) a request",
                        "One PostgreSQL",
                        "Merchants' nodes",
                        "Coordinator"),
                works,
                work -> List.of(
                        work.title(),
                        micros(work.sides().getFirst()),
                        micros(work.sides().get(NODES)),
                        micros(work.sides().get(COORDINATOR))));
        return "%s%nThe servers were warmed up for %.0f s.%n%n%s%n%s"
                .formatted(machine.sentence(), Tables.seconds(warmUps), rates, processorTime);
    }

    private static String micros(Measurement side) {
        return text(
                "%,.0f (%,.0f)",
                side.of(Round::databaseCpu).median(), side.of(Round::serverCpu).median());
    }
}
