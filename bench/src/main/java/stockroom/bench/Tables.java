package stockroom.bench;

import static java.util.Locale.ROOT;

import java.util.List;
import java.util.function.ToDoubleFunction;
import java.util.stream.Collectors;

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
                results.measured().stream()
                        .map(work -> work.rounds().size())
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

    String works(String group) {
        return "| Work | Connections | Service/s | Bare/s | Service of bare (lowest to highest) | Server | Database | Load"
                + " | Bare: database | Memory |\n|---|---|---|---|---|---|---|---|---|---|\n"
                + results.group(group).stream().map(Tables::work).collect(Collectors.joining());
    }

    private static String work(Measured work) {
        return String.format(
                ROOT,
                "| %s | %d | %,.0f | %s | %s | %s | %s | %s | %s | %.0f MB |%n",
                work.title(),
                work.connections(),
                work.service().median(),
                work.bare()
                        .map(bare -> String.format(ROOT, "%,.0f", bare.median()))
                        .orElse(""),
                work.ratio()
                        .map(r -> String.format(ROOT, "**%.2f** (%.2f to %.2f)", r.median(), r.min(), r.max()))
                        .orElse(""),
                micros(work, round -> round.cpu().server()),
                micros(work, round -> round.cpu().database()),
                micros(work, round -> round.cpu().load()),
                bareDatabase(work),
                work.of(Round::resident).max() / 1e6);
    }

    private static String bareDatabase(Measured work) {
        return work.bare().isEmpty() ? "" : micros(work, Round::bareDatabase);
    }

    private static String micros(Measured work, ToDoubleFunction<Round> value) {
        return String.format(ROOT, "%,.0f µs", work.of(value).median());
    }

    String growth(String group, String what) {
        return "| %s | Requests/s (lowest to highest) | Server | Database | Of the first row's time | Bare: database | Memory |\n"
                        .formatted(capital(what))
                + "|---|---|---|---|---|---|---|\n"
                + results.group(group).stream()
                        .map(work -> growing(work, results.group(group).getFirst()))
                        .collect(Collectors.joining());
    }

    private static String growing(Measured work, Measured first) {
        var service = work.service();
        return String.format(
                ROOT,
                "| %,.0f | %,.0f (%,.0f to %,.0f) | %s | %s | %.2f | %s | %.0f MB |%n",
                work.x(),
                service.median(),
                service.min(),
                service.max(),
                micros(work, round -> round.cpu().server()),
                micros(work, round -> round.cpu().database()),
                work.against(first, (a, b) -> b.service() / a.service()).median(),
                bareDatabase(work),
                work.of(Round::resident).max() / 1e6);
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
                + steadiness();
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

    private String steadiness() {
        var idle = results.steadiness();
        return idle.isEmpty()
                ? ""
                : String.format(
                        ROOT,
                        "%nBefore each of these rounds, on the idle machine: one and the same calculation takes %.3f ms (p50) and %.3f ms (p99); "
                                + "%.1f %% of the time it runs at less than half its usual speed.%n",
                        Spread.of(idle, Steadiness::p50).median(),
                        Spread.of(idle, Steadiness::p99).median(),
                        Spread.of(idle, Steadiness::slowShare).median() * 100);
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
