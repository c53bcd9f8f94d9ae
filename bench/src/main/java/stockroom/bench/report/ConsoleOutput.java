package stockroom.bench.report;

import java.util.Locale;
import stockroom.bench.result.BareLatency;
import stockroom.bench.result.Latency;
import stockroom.bench.result.MachineJitter;
import stockroom.bench.result.Measurement;
import stockroom.bench.result.Round;

/// The table that grows while a run goes on.
public final class ConsoleOutput {
    private ConsoleOutput() {}

    public static void head() {
        System.out.printf(
                "%-34s %9s %9s  %-19s %24s %7s%n",
                "work", "bare/s", "service/s", "of bare (min-max)", "us: server database load", "MB");
    }

    public static void print(Measurement workload) {
        var ratio = workload.ratio()
                .map(r -> String.format(Locale.ROOT, "%.2f (%.2f-%.2f)", r.median(), r.min(), r.max()))
                .orElse("");
        System.out.printf(
                Locale.ROOT,
                "%-34s %9s %,9.0f  %-19s %10.0f %8.0f %4.0f %7.0f%n",
                workload.title(),
                workload.bare()
                        .map(bare -> String.format(Locale.ROOT, "%,.0f", bare.median()))
                        .orElse(""),
                workload.service().median(),
                ratio,
                workload.of(round -> round.cpu().server()).median(),
                workload.of(round -> round.cpu().database()).median(),
                workload.of(round -> round.cpu().load()).median(),
                workload.of(Round::resident).max() / 1e6);
    }

    public static void print(BareLatency latency) {
        System.out.printf(
                Locale.ROOT,
                "%-37s %18s  p50 %.2f  p99 %.2f  tenths' p99 %.2f ms%n",
                "bare statement at 50 %",
                String.format(Locale.ROOT, "%,.0f", latency.rate()),
                latency.p50(),
                latency.p99(),
                latency.medianTenthP99());
    }

    public static void print(Latency latency) {
        System.out.printf(
                Locale.ROOT,
                "%-34s %9s %,9.0f  p50 %.2f  p90 %.2f  p99 %.2f  p99.9 %.2f  max %.1f  tenths' p99 %.2f ms%n",
                "stock list at %d %%".formatted(latency.percent()),
                "",
                latency.rate(),
                latency.p50(),
                latency.p90(),
                latency.p99(),
                latency.p999(),
                latency.max(),
                latency.medianTenthP99());
    }

    public static void print(MachineJitter jitter) {
        System.out.printf(
                Locale.ROOT,
                "%-56s  p50 %.3f  p99 %.3f ms, %.1f %% of the time slow%n",
                "a calculation on the idle machine",
                jitter.p50(),
                jitter.p99(),
                jitter.slowShare() * 100);
    }

    public static void print(Figure figure) {
        System.out.printf(
                Locale.ROOT,
                "%-42s %10.3f %-6s %-9s %s%n",
                figure.name(),
                figure.value(),
                figure.unit(),
                figure.target() == null ? "" : figure.target(),
                figure.pass() == null ? "" : figure.pass() ? "reached" : "NOT REACHED");
    }
}
