package stockroom.bench.report;

import static java.util.Locale.ROOT;

import java.util.List;
import java.util.stream.Collectors;
import stockroom.bench.process.Failure;
import stockroom.bench.result.Measurement;
import stockroom.bench.result.Results;

/// What a platform of a million merchants needs, computed from the measured cost of a request; the table of
/// docs/scale.md.
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

    private final Results results;

    CapacityTable(Results results) {
        this.results = results;
    }

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
        double servers = Math.ceil(cores(false) / BUSY / SERVER_CORES);
        double nodes = Math.ceil(cores(true) / BUSY / DATABASE_CORES);
        var stored = results.stored().getLast();
        double bytes = (double) stored.bytes() / stored.entries() * ENTRIES;
        return """
                | Part | How many |
                |---|---|
                | servers of %d cores, one more for a failure | %,.0f |
                | PostgreSQL nodes of %d cores, and as many synchronous standbys | %,.0f |
                | storage of %,d merchants, %,d products, %,d entries, with their indexes (%,.0f bytes an entry with all that belongs to it, measured on %,d) | %,.1f TB, and as much for the standbys |
                """.formatted(
                        SERVER_CORES,
                        servers + 1,
                        DATABASE_CORES,
                        nodes,
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
        return demand.perSecond * results.answerBytes().getOrDefault(demand.workload, 0.0) * 8 / 1e9;
    }

    private double server(Demand demand) {
        return measured(demand).of(round -> round.cpu().server()).median();
    }

    private double database(Demand demand) {
        return measured(demand).of(round -> round.cpu().database()).median();
    }

    private Measurement measured(Demand demand) {
        return results.find(demand.workload).orElseThrow(() -> new Failure(demand.workload + " was not measured"));
    }
}
