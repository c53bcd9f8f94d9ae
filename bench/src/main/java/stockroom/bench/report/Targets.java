package stockroom.bench.report;

import java.util.ArrayList;
import java.util.List;
import java.util.function.Function;
import java.util.function.ToDoubleFunction;
import java.util.stream.IntStream;
import stockroom.bench.result.Latency;
import stockroom.bench.result.Results;
import stockroom.bench.result.Round;
import stockroom.bench.result.Spread;

public final class Targets {
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
        targets.process();
        return targets.figures;
    }

    private void ratios() {
        // these have no target, because a cheaper statement lowers the ratio
        for (var work : results.group("works")) {
            work.ratio().ifPresent(ratio -> figures.add(Figure.of(work.name() + "-of-bare", ratio.median(), "ratio")));
        }
    }

    private void costs() {
        cost("last-page-to-first-page", "page-last", "page-first", 1.5);
        cost("10m-entries-to-100k", "growth-10000000", "growth-100000", 1.2);
        // shows the growth of the statement in the database alone
        ratio(
                "growth-10000000",
                "growth-100000",
                Round::bareDatabase,
                growth -> Figure.of("10m-entries-to-100k-bare-database", growth, "ratio"));
        ratio(
                "refused-bad-sign",
                "served-beside-refused",
                Round::serverCpu,
                cpu -> Figure.atMost(0.5, "refused-bad-sign-server-cpu", cpu, "ratio"));
        ratio(
                "refused-too-soon",
                "served-beside-refused",
                Round::serverCpu,
                cpu -> Figure.atMost(1, "refused-too-soon-server-cpu", cpu, "ratio"));
        results.group("connections").stream()
                .skip(1)
                .forEach(many -> ratio(
                        many.name(),
                        results.group("connections").getFirst().name(),
                        Round::service,
                        rate -> Figure.atLeast(0.95, "idle-connections-%.0f".formatted(many.x()), rate, "ratio")));
    }

    private void cost(String name, String workload, String other, double most) {
        ratio(workload, other, Round::cost, cpu -> Figure.atMost(most, name + "-cpu", cpu, "ratio"));
        ratio(
                workload,
                other,
                round -> 1 / round.service(),
                time -> Figure.atMost(most, name + "-time", time, "ratio"));
    }

    private void ratio(String name, String other, ToDoubleFunction<Round> value, Function<Double, Figure> figure) {
        results.find(name)
                .ifPresent(one -> results.find(other)
                        .map(second -> one.against(second, value).median())
                        .map(figure)
                        .ifPresent(figures::add));
    }

    private void latency() {
        var half = results.latencies().stream()
                .filter(latency -> latency.percent() == 50)
                .toList();
        if (half.isEmpty()) {
            return;
        }
        var bare = results.bareLatencies();
        figures.add(Figure.atMost(5, "p99-to-p50-at-half-load", p99ToP50(half), "ratio"));
        figures.add(Figure.of("median-tenth-p99-to-p50-at-half-load", tenthToP50(half), "ratio"));
        var ratios = IntStream.range(0, half.size())
                .mapToObj(round -> half.get(round).p99() / bare.get(round).p99())
                .toList();
        figures.add(
                Figure.atMost(1.5, "p99-to-bare-at-half-load", Spread.of(ratios).median(), "ratio"));
        figures.add(Figure.of("bare-p99-to-p50-at-half-load", p99ToP50(bare), "ratio"));
        figures.add(Figure.of("bare-median-tenth-p99-to-p50-at-half-load", tenthToP50(bare), "ratio"));
    }

    private static double p99ToP50(List<Latency> rounds) {
        return Spread.of(rounds, l -> l.p99() / l.p50()).median();
    }

    private static double tenthToP50(List<Latency> rounds) {
        return Spread.of(rounds, l -> l.medianTenthP99() / l.p50()).median();
    }

    private void process() {
        figures.add(Figure.of("warm-up", Tables.seconds(results.warmUps()), "s"));
        if (!results.starts().isEmpty()) {
            figures.add(Figure.atMost(
                    1.5, "start-to-first-answer", Spread.of(results.starts()).median(), "s"));
        }
        if (!results.resident().isEmpty()) {
            // full load comes first; a figure of its own shows what opening 10,000 connections leaves behind
            var bytes = Spread.of(results.resident(), Results.Resident::bytes);
            double full = results.resident().getFirst().bytes();
            figures.add(Figure.atMost(400, "resident-memory", full / 1e6, "MB"));
            figures.add(Figure.of("resident-memory-after-idle-connections", bytes.max() / 1e6, "MB"));
        }
    }
}
