package stockroom.bench.report;

import static java.util.Locale.ROOT;

import java.util.List;
import java.util.function.ToDoubleFunction;
import java.util.stream.Collectors;
import stockroom.bench.result.BareLatency;
import stockroom.bench.result.Latency;
import stockroom.bench.result.MachineJitter;
import stockroom.bench.result.Measurement;
import stockroom.bench.result.Results;
import stockroom.bench.result.Round;
import stockroom.bench.result.Spread;

/// The results as tables of Markdown.
final class Tables {
    private final Results results;

    Tables(Results results) {
        this.results = results;
    }

    String machine() {
        return String.format(
                ROOT,
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
        return "| Figure | Value | Target | |\n|---|---|---|---|\n"
                + Targets.of(results).stream()
                        .map(figure -> "| %s | %s %s | %s | %s |\n"
                                .formatted(
                                        figure.name(),
                                        number(figure.value()),
                                        figure.unit(),
                                        figure.target() == null ? "" : figure.target(),
                                        figure.pass() == null ? "" : figure.pass() ? "reached" : "**not reached**"))
                        .collect(Collectors.joining());
    }

    private static String number(double value) {
        return String.format(ROOT, value < 10 ? "%.2f" : "%,.0f", value);
    }

    String workloads(String group) {
        return "| Work | Connections | Service/s | Bare/s | Service of bare (lowest to highest) | Server | Database | Load"
                + " | Bare: database | Memory |\n|---|---|---|---|---|---|---|---|---|---|\n"
                + results.group(group).stream().map(Tables::workload).collect(Collectors.joining());
    }

    private static String workload(Measurement workload) {
        return String.format(
                ROOT,
                "| %s | %d | %,.0f | %s | %s | %s | %s | %s | %s | %.0f MB |%n",
                workload.title(),
                workload.connections(),
                workload.service().median(),
                workload.bare()
                        .map(bare -> String.format(ROOT, "%,.0f", bare.median()))
                        .orElse(""),
                workload.ratio()
                        .map(r -> String.format(ROOT, "**%.2f** (%.2f to %.2f)", r.median(), r.min(), r.max()))
                        .orElse(""),
                micros(workload, round -> round.cpu().server()),
                micros(workload, round -> round.cpu().database()),
                micros(workload, round -> round.cpu().load()),
                bareDatabase(workload),
                workload.of(Round::resident).max() / 1e6);
    }

    private static String bareDatabase(Measurement workload) {
        return workload.bare().isEmpty() ? "" : micros(workload, Round::bareDatabase);
    }

    private static String micros(Measurement workload, ToDoubleFunction<Round> value) {
        return String.format(ROOT, "%,.0f µs", workload.of(value).median());
    }

    String growth(String group, String what) {
        return "| %s | Requests/s (lowest to highest) | Server | Database | Of the first row's time | Bare: database | Memory |\n"
                        .formatted(capital(what))
                + "|---|---|---|---|---|---|---|\n"
                + results.group(group).stream()
                        .map(workload -> growing(workload, results.group(group).getFirst()))
                        .collect(Collectors.joining());
    }

    private static String growing(Measurement workload, Measurement first) {
        var service = workload.service();
        return String.format(
                ROOT,
                "| %,.0f | %,.0f (%,.0f to %,.0f) | %s | %s | %.2f | %s | %.0f MB |%n",
                workload.x(),
                service.median(),
                service.min(),
                service.max(),
                micros(workload, round -> round.cpu().server()),
                micros(workload, round -> round.cpu().database()),
                workload.against(first, (a, b) -> b.service() / a.service()).median(),
                bareDatabase(workload),
                workload.of(Round::resident).max() / 1e6);
    }

    private static String capital(String text) {
        return text.substring(0, 1).toUpperCase(ROOT) + text.substring(1);
    }

    String latency() {
        return "| Load | Requests/s | p50 | p90 | p99 | p99.9 | Highest | p99 of a tenth of a second |\n|---|---|---|---|---|---|---|---|\n"
                + results.latencies().stream()
                        .map(Latency::percent)
                        .distinct()
                        .sorted()
                        .map(percent -> Latency.median(atPercent(percent)))
                        .map(l -> String.format(
                                ROOT,
                                "| %d %% | %,.0f | %.2f ms | %.2f ms | %.2f ms | %.2f ms | %.1f ms | %.2f ms |%n",
                                l.percent(),
                                l.rate(),
                                l.p50(),
                                l.p90(),
                                l.p99(),
                                l.p999(),
                                l.max(),
                                l.medianTenthP99()))
                        .collect(Collectors.joining())
                + bareLatency()
                + jitter();
    }

    private String bareLatency() {
        var bare = results.bareLatencies();
        return bare.isEmpty()
                ? ""
                : String.format(
                        ROOT,
                        "| the bare statement in pgbench, 50 %% of its own highest | %,.0f | %.2f ms | | %.2f ms | | | %.2f ms |%n",
                        Spread.of(bare, BareLatency::rate).median(),
                        Spread.of(bare, BareLatency::p50).median(),
                        Spread.of(bare, BareLatency::p99).median(),
                        Spread.of(bare, BareLatency::medianTenthP99).median());
    }

    private String jitter() {
        var idle = results.jitter();
        return idle.isEmpty()
                ? ""
                : String.format(
                        ROOT,
                        "%nBefore each of these rounds, on the idle machine: one and the same calculation takes %.3f ms (p50) and %.3f ms (p99);%n"
                                + "%.1f %% of the time it runs at less than half its usual speed.%n",
                        Spread.of(idle, MachineJitter::p50).median(),
                        Spread.of(idle, MachineJitter::p99).median(),
                        Spread.of(idle, MachineJitter::slowShare).median() * 100);
    }

    private List<Latency> atPercent(int percent) {
        return results.latencies().stream()
                .filter(latency -> latency.percent() == percent)
                .toList();
    }

    String process() {
        var starts = results.starts().isEmpty()
                ? ""
                : String.format(
                        ROOT,
                        "| start to the first signed answer, median of %d | %.2f s |%n",
                        results.starts().size(),
                        Spread.of(results.starts()).median());
        return "| | |\n|---|---|\n" + starts
                + results.resident().stream()
                        .map(resident -> String.format(
                                ROOT,
                                "| most resident memory after %s | %.0f MB |%n",
                                resident.after(),
                                resident.bytes() / 1e6))
                        .collect(Collectors.joining());
    }
}
