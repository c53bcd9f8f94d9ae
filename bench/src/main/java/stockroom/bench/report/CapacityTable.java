package stockroom.bench.report;

import static java.util.Locale.ROOT;

import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;
import stockroom.bench.process.Failure;
import stockroom.bench.result.Results;

/// What a platform of a million merchants needs, computed from what a request was measured to cost on a cluster; the
/// tables of docs/scale.md.
final class CapacityTable {
    private static final long MERCHANTS = 1_000_000;
    private static final long PRODUCTS = 200_000_000;
    private static final long ENTRIES = 2_000_000_000;
    /// Of a processor's time; the rest is for peaks, failures of neighbours and the night's backup.
    private static final double BUSY = 0.5;

    private static final int SERVER_CORES = 8;
    private static final int DATABASE_CORES = 32;

    /// @param perSecond how many of them come at the busiest time
    private record Demand(String workload, String title, double perSecond) {}

    private static final List<Demand> DEMANDS = List.of(
            new Demand("stock-list", "stock lists", 70_000),
            new Demand("product-list", "product lists", 25_000),
            new Demand("product-detail", "product details", 5_000),
            new Demand("create-stock-2700", "creates of 2,700 entries", 5_000));

    private final Map<String, Cost> costs;

    /// @param costs by the names of workloads
    CapacityTable(Map<String, Cost> costs) {
        this.costs = costs;
    }

    /// Of one request.
    ///
    /// @param server microseconds of a processor
    /// @param database the same, of all its nodes
    record Cost(double server, double database, double answerBytes) {}

    String load() {
        return "| At the busiest second | Server, a request | Database, a request | Server cores | Database cores | Answers |\n"
                + "|---|---|---|---|---|---|\n"
                + DEMANDS.stream().map(this::row).collect(Collectors.joining())
                + String.format(
                        ROOT,
                        "| **together, at %.0f %% busy** | | | **%,.0f** | **%,.0f** | **%,.1f Gbit/s** |%n",
                        BUSY * 100,
                        cores(false) / BUSY,
                        cores(true) / BUSY,
                        DEMANDS.stream().mapToDouble(this::gigabits).sum());
    }

    private String row(Demand demand) {
        return String.format(
                ROOT,
                "| %,.0f %s | %,.0f µs | %,.0f µs | %,.0f | %,.0f | %.1f Gbit/s |%n",
                demand.perSecond,
                demand.title,
                server(demand),
                database(demand),
                demand.perSecond * server(demand) / 1e6,
                demand.perSecond * database(demand) / 1e6,
                gigabits(demand));
    }

    String machines() {
        return """
                | Part | How many |
                |---|---|
                | servers of %d cores, one more for a failure | %,.0f |
                | PostgreSQL nodes of %d cores, and as many synchronous standbys | %,.0f |
                """.formatted(
                        SERVER_CORES,
                        Math.ceil(cores(false) / BUSY / SERVER_CORES) + 1,
                        DATABASE_CORES,
                        Math.ceil(cores(true) / BUSY / DATABASE_CORES));
    }

    static String storage(Results results) {
        var stored = results.stored().getLast();
        double bytes = (double) stored.bytes() / stored.entries() * ENTRIES;
        return """
                | Storage of %,d merchants, %,d products and %,d entries | |
                |---|---|
                | with indexes, %,.0f bytes an entry with all that belongs to it, measured on %,d | %,.1f TB, and as much for the standbys |
                """.formatted(
                        MERCHANTS,
                        PRODUCTS,
                        ENTRIES,
                        (double) stored.bytes() / stored.entries(),
                        stored.entries(),
                        bytes / 1e12);
    }

    private double cores(boolean ofTheDatabase) {
        return DEMANDS.stream()
                .mapToDouble(demand -> demand.perSecond * (ofTheDatabase ? database(demand) : server(demand)) / 1e6)
                .sum();
    }

    private double gigabits(Demand demand) {
        return demand.perSecond * cost(demand).answerBytes * 8 / 1e9;
    }

    private double server(Demand demand) {
        return cost(demand).server;
    }

    private double database(Demand demand) {
        return cost(demand).database;
    }

    private Cost cost(Demand demand) {
        return Optional.ofNullable(costs.get(demand.workload))
                .orElseThrow(() -> new Failure(demand.workload + " was not measured"));
    }
}
