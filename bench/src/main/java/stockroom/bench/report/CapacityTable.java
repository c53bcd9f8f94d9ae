package stockroom.bench.report;

import static stockroom.bench.report.Table.row;

import java.util.ArrayList;
import java.util.List;
import stockroom.bench.process.Failure;
import stockroom.bench.result.Compared;
import stockroom.bench.result.Results;
import stockroom.bench.result.Round;

/// Computes the machines for a million merchants from the measured cost of a request, for docs/scale.md.
final class CapacityTable {
    private static final long MERCHANTS = 1_000_000;
    private static final long PRODUCTS = 200_000_000;
    private static final long ENTRIES = 2_000_000_000;
    /// The planned load of processors; the rest is for peaks, failed machines and the nightly backup.
    private static final double BUSY = 0.5;

    private static final int SERVER_CORES = 8;
    private static final int DATABASE_CORES = 32;

    private record Demand(String workload, String title, double perSecond) {}

    private static final List<Demand> DEMANDS = List.of(
            new Demand("stock-list", "stock lists", 70_000),
            new Demand("product-list", "product lists", 25_000),
            new Demand("product-detail", "product details", 5_000),
            new Demand("create-stock-2700", "creates of 2,700 entries", 5_000));

    private final List<List<String>> rows = new ArrayList<>();
    private double serverCores;
    private double databaseCores;
    private double gigabits;

    CapacityTable(List<Compared> works, int side) {
        rows.add(row("At the busiest second | Server, a request | Database, a request | Server cores | Database cores"
                + " | Answers"));
        for (var demand : DEMANDS) {
            var work = works.stream()
                    .filter(each -> each.name().equals(demand.workload))
                    .findFirst()
                    .orElseThrow(() -> new Failure(demand.workload + " was not measured"));
            double server = work.sides().get(side).of(Round::serverCpu).median();
            double database = work.sides().get(side).of(Round::databaseCpu).median();
            add(demand, server, database, demand.perSecond * work.answerBytes() * 8 / 1e9);
        }
        serverCores /= BUSY;
        databaseCores /= BUSY;
        var sums = "**together, at %.0f %% busy** |  |  | **%,.0f** | **%,.0f** | **%,.1f Gbit/s**";
        rows.add(row(sums, BUSY * 100, serverCores, databaseCores, gigabits));
    }

    /// @param server microseconds of processor time for a request
    /// @param database the same, over all nodes
    private void add(Demand demand, double server, double database, double bits) {
        double n = demand.perSecond;
        var cells = "%,.0f %s | %,.0f µs | %,.0f µs | %,.0f | %,.0f | %.1f Gbit/s";
        rows.add(row(cells, n, demand.title, server, database, n * server / 1e6, n * database / 1e6, bits));
        serverCores += n * server / 1e6;
        databaseCores += n * database / 1e6;
        gigabits += bits;
    }

    String load() {
        return Table.of(rows);
    }

    String machines() {
        double servers = Math.ceil(serverCores / SERVER_CORES) + 1;
        double nodes = Math.ceil(databaseCores / DATABASE_CORES);
        var standbys = "PostgreSQL nodes of %d cores, and as many synchronous standbys | %,.0f";
        return Table.of(List.of(
                row("Part | How many"),
                row("servers of %d cores, one more for a failure | %,.0f", SERVER_CORES, servers),
                row(standbys, DATABASE_CORES, nodes)));
    }

    static String storage(Results results) {
        var stored = results.stored().getLast();
        double each = (double) stored.bytes() / stored.entries();
        var bytes = "with indexes, %,.0f bytes an entry with all that belongs to it, measured on %,d"
                + " | %,.1f TB, and as much for the standbys";
        return Table.of(List.of(
                row("Storage of %,d merchants, %,d products and %,d entries | ", MERCHANTS, PRODUCTS, ENTRIES),
                row(bytes, each, stored.entries(), each * ENTRIES / 1e12)));
    }
}
