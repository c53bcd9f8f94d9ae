package stockroom.bench.report;

import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;
import stockroom.bench.result.Latency;
import stockroom.bench.result.MachineJitter;
import stockroom.bench.result.Measurement;
import stockroom.bench.result.Results;
import stockroom.bench.result.Spread;

/// What the results must show, as far as they were measured.
public final class Targets {
    private static final List<String> WORKLOADS_WITH_BARE =
            List.of("stock-list", "product-list", "product-detail", "create-stock-1", "create-stock-2700", "mix");

    private final Results results;
    private final List<Figure> figures = new ArrayList<>();

    private Targets(Results results) {
        this.results = results;
    }

    public static List<Figure> of(Results results) {
        var targets = new Targets(results);
        targets.ratios();
        targets.costs();
        targets.latency();
        targets.bareLatency();
        targets.process();
        return targets.figures;
    }

    private void ratios() {
        // without a target: a cheaper statement lowers them
        for (var name : WORKLOADS_WITH_BARE) {
            results.find(name)
                    .flatMap(Measurement::ratio)
                    .ifPresent(ratio -> figures.add(Figure.of(name + "-of-bare", ratio.median(), "ratio")));
        }
    }

    private void costs() {
        cost("last-page-to-first-page", "page-last", "page-first", 1.5);
        cost("10m-entries-to-100k", "growth-10000000", "growth-100000", 1.2);
        bareGrowth("10m-entries-to-100k-bare-database", "growth-10000000", "growth-100000");
        serverCpu("refused-bad-sign", 0.5);
        serverCpu("refused-too-soon", 1);
        against("idle-connections", results.group("connections"));
    }

    /// Both what the processors and what the clock say.
    private void cost(String name, String workload, String other, double most) {
        results.find(workload)
                .ifPresent(high -> results.find(other).ifPresent(low -> {
                    var cpu = high.against(low, (a, b) -> a.cost() / b.cost());
                    var time = high.against(low, (a, b) -> b.service() / a.service());
                    figures.add(Figure.atMost(most, name + "-cpu", cpu.median(), "ratio"));
                    figures.add(Figure.atMost(most, name + "-time", time.median(), "ratio"));
                }));
    }

    /// What the engine itself takes more for its statement, without us.
    private void bareGrowth(String name, String workload, String other) {
        results.find(workload)
                .ifPresent(high -> results.find(other)
                        .ifPresent(low -> figures.add(Figure.of(
                                name,
                                high.against(low, (a, b) -> a.bareDatabase() / b.bareDatabase())
                                        .median(),
                                "ratio"))));
    }

    private void serverCpu(String name, double most) {
        results.find(name)
                .ifPresent(refused -> results.find("served-beside-refused")
                        .ifPresent(served -> figures.add(Figure.atMost(
                                most,
                                name + "-server-cpu",
                                refused.against(
                                                served,
                                                (a, b) -> a.cpu().server()
                                                        / b.cpu().server())
                                        .median(),
                                "ratio"))));
    }

    private void against(String name, List<Measurement> connections) {
        for (var many : connections.subList(Math.min(1, connections.size()), connections.size())) {
            double ratio = many.against(connections.getFirst(), (a, b) -> a.service() / b.service())
                    .median();
            figures.add(Figure.atLeast(0.95, "%s-%.0f".formatted(name, many.x()), ratio, "ratio"));
        }
    }

    private void latency() {
        var half = halfLoad();
        if (!half.isEmpty()) {
            figures.add(Figure.atMost(
                    5,
                    "p99-to-p50-at-half-load",
                    Spread.of(half, l -> l.p99() / l.p50()).median(),
                    "ratio"));
            figures.add(Figure.of(
                    "median-tenth-p99-to-p50-at-half-load",
                    Spread.of(half, l -> l.medianTenthP99() / l.p50()).median(),
                    "ratio"));
        }
        if (!results.jitter().isEmpty()) {
            figures.add(Figure.of(
                    "machine-slow-share",
                    Spread.of(results.jitter(), MachineJitter::slowShare).median(),
                    "of time"));
        }
    }

    private List<Latency> halfLoad() {
        return results.latencies().stream()
                .filter(latency -> latency.percent() == 50)
                .toList();
    }

    private void bareLatency() {
        var bare = results.bareLatencies();
        if (!bare.isEmpty()) {
            var half = halfLoad();
            var ratios = IntStream.range(0, Math.min(bare.size(), half.size()))
                    .mapToObj(round -> half.get(round).p99() / bare.get(round).p99())
                    .toList();
            figures.add(Figure.atMost(
                    1.5, "p99-to-bare-at-half-load", Spread.of(ratios).median(), "ratio"));
            figures.add(Figure.of(
                    "bare-p99-to-p50-at-half-load",
                    Spread.of(bare, l -> l.p99() / l.p50()).median(),
                    "ratio"));
            figures.add(Figure.of(
                    "bare-median-tenth-p99-to-p50-at-half-load",
                    Spread.of(bare, l -> l.medianTenthP99() / l.p50()).median(),
                    "ratio"));
        }
    }

    private void process() {
        if (!results.starts().isEmpty()) {
            figures.add(Figure.atMost(
                    1.5, "start-to-first-answer", Spread.of(results.starts()).median(), "s"));
        }
        // at full load first; what opening 10,000 connections leaves behind is a figure of its own
        results.resident().stream()
                .limit(1)
                .forEach(full -> figures.add(Figure.atMost(400, "resident-memory", full.bytes() / 1e6, "MB")));
        results.resident().stream()
                .mapToLong(Results.Resident::bytes)
                .max()
                .ifPresent(most -> figures.add(Figure.of("resident-memory-after-idle-connections", most / 1e6, "MB")));
    }
}
