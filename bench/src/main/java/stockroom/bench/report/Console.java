package stockroom.bench.report;

import static stockroom.bench.report.Table.text;

import stockroom.bench.result.Latency;
import stockroom.bench.result.Measurement;
import stockroom.bench.result.WarmUp;

public final class Console {
    private static final String ROW = "%-42s %9s %9s  %-18s %10s %9s %6s %10s %7s";

    private Console() {}

    public static void head() {
        System.out.println(ROW.formatted(
                "work", "service/s", "bare/s", "of bare", "server", "database", "load", "bare", "memory"));
    }

    public static void print(Measurement workload) {
        var cells = Tables.workload(workload);
        cells.remove(1);
        System.out.println(ROW.formatted(cells.toArray()).replace("*", ""));
    }

    public static void print(WarmUp warmUp) {
        System.out.println(text(
                "%-42s %,9.0f requests/s, %,.0f at first: warm after %.0f s",
                warmUp.title(), warmUp.rates().getLast(), warmUp.rates().getFirst(), warmUp.seconds()));
    }

    public static void print(String title, Latency latency) {
        System.out.println("%s at %s".formatted(title, String.join("  ", Tables.latency(latency))));
    }

    public static void print(Figure figure) {
        System.out.println(text(
                "%-42s %10.3f %-6s %-9s %s",
                figure.name(), figure.value(), figure.unit(), figure.target(), figure.verdict()));
    }
}
