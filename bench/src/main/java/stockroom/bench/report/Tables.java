package stockroom.bench.report;

import static stockroom.bench.report.Table.row;
import static stockroom.bench.report.Table.text;

import java.util.ArrayList;
import java.util.List;
import java.util.TreeMap;
import java.util.function.ToDoubleFunction;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import stockroom.bench.result.Latency;
import stockroom.bench.result.Measurement;
import stockroom.bench.result.Results;
import stockroom.bench.result.Round;
import stockroom.bench.result.Spread;
import stockroom.bench.result.WarmUp;

final class Tables {
    private static final List<String> WORK = row("Work | Connections | Service/s | Bare/s"
            + " | Service of bare (lowest to highest) | Server | Database | Load | Bare: database | Memory");
    private static final String GROWTH =
            " | Requests/s (lowest to highest) | Server | Database | Of the first row's time"
                    + " | Bare: database | Memory";

    private final Results results;

    Tables(Results results) {
        this.results = results;
    }

    String machine() {
        return text(
                "%s Rounds of %d s, %s of each work.%n",
                results.machine().sentence(),
                results.seconds(),
                results.measurements().stream()
                        .map(workload -> workload.rounds().size())
                        .distinct()
                        .sorted()
                        .map(String::valueOf)
                        .collect(Collectors.joining(" or ")));
    }

    String targets() {
        return Table.of(
                List.of("Figure", "Value", "Target", ""),
                Targets.of(results),
                figure -> List.of(
                        figure.name(),
                        text(Math.abs(figure.value()) < 10 ? "%.2f %s" : "%,.0f %s", figure.value(), figure.unit()),
                        figure.target(),
                        figure.verdict()));
    }

    String workloads(String group) {
        return Table.of(WORK, results.group(group), Tables::workload);
    }

    static List<String> workload(Measurement workload) {
        return new ArrayList<>(List.of(
                workload.title(),
                String.valueOf(workload.connections()),
                text("%,.0f", workload.service().median()),
                workload.bare().map(bare -> text("%,.0f", bare.median())).orElse(""),
                workload.ratio()
                        .map(r -> text("**%.2f** (%.2f to %.2f)", r.median(), r.min(), r.max()))
                        .orElse(""),
                micros(workload, Round::serverCpu),
                micros(workload, Round::databaseCpu),
                micros(workload, round -> round.cpu().load()),
                bareDatabase(workload),
                memory(workload)));
    }

    private static String bareDatabase(Measurement workload) {
        return workload.bare().isEmpty() ? "" : micros(workload, Round::bareDatabase);
    }

    static String micros(Measurement workload, ToDoubleFunction<Round> value) {
        return text("%,.0f µs", workload.of(value).median());
    }

    private static String memory(Measurement workload) {
        return text("%.0f MB", workload.of(Round::resident).max() / 1e6);
    }

    String growth(String group, String what) {
        return Table.of(
                row(what + GROWTH),
                results.group(group),
                workload -> List.of(
                        text("%,.0f", workload.x()),
                        Table.cell("%,.0f", workload.service(), ""),
                        micros(workload, Round::serverCpu),
                        micros(workload, Round::databaseCpu),
                        text(
                                "%.2f",
                                workload.against(results.group(group).getFirst(), round -> 1 / round.service())
                                        .median()),
                        bareDatabase(workload),
                        memory(workload)));
    }

    String latency() {
        var rows = new ArrayList<List<String>>();
        rows.add(row("Load | Requests/s | p50 | p90 | p99 | p99.9 | Highest | p99 of a tenth of a second"));
        byLoad(results).forEach(load -> rows.add(latency(load)));
        if (!results.bareLatencies().isEmpty()) {
            var bare = new ArrayList<>(latency(Latency.median(results.bareLatencies())));
            bare.set(0, "the bare statement in pgbench, 50 % of its own highest");
            rows.add(bare);
        }
        return Table.of(rows);
    }

    /// Returns the median of the rounds of each load.
    static Stream<Latency> byLoad(Results results) {
        var loads = results.latencies().stream()
                .collect(Collectors.groupingBy(Latency::percent, TreeMap::new, Collectors.toList()));
        return loads.values().stream().map(Latency::median);
    }

    static List<String> latency(Latency l) {
        return Stream.concat(
                        Stream.of(text("%d %%", l.percent()), text("%,.0f", l.rate())),
                        Stream.of(l.p50(), l.p90(), l.p99(), l.p999(), l.max(), l.medianTenthP99())
                                .map(millis -> text("%.2f ms", millis)))
                .toList();
    }

    String process() {
        var rows = new ArrayList<>(List.of(row(" | ")));
        if (!results.starts().isEmpty()) {
            double median = Spread.of(results.starts()).median();
            rows.add(row(
                    "start to the first signed answer, median of %d | %.2f s",
                    results.starts().size(), median));
        }
        var warmUp = "warm-up of the new server, from %,.0f to %,.0f stock lists/s | %.0f s";
        results.warmUps().stream()
                .limit(1)
                .forEach(first -> rows.add(
                        row(warmUp, first.rates().getFirst(), first.rates().getLast(), first.seconds())));
        rows.add(row("warm-ups of all servers and works together | %.0f s", seconds(results.warmUps())));
        results.resident()
                .forEach(resident -> rows.add(
                        row("most resident memory after %s | %.0f MB", resident.after(), resident.bytes() / 1e6)));
        return Table.of(rows);
    }

    static double seconds(List<WarmUp> warmUps) {
        return warmUps.stream().mapToDouble(WarmUp::seconds).sum();
    }
}
