package stockroom.bench.report;

import static java.util.Locale.ROOT;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import java.util.function.ToDoubleFunction;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import stockroom.bench.process.Command;
import stockroom.bench.result.Latency;
import stockroom.bench.result.Measurement;
import stockroom.bench.result.Results;
import stockroom.bench.result.Round;

/// The results as pictures, drawn by gnuplot.
final class Plots {
    private static final Path FOLDER = Path.of("docs/performance");
    private static final String STYLE = """
            set terminal svg size 720,420 font 'sans-serif,13' background '#ffffff'
            set grid ytics lc rgb '#dddddd'
            set border 3 lc rgb '#666666'
            set tics nomirror
            set key outside bottom center horizontal maxrows 1
            set style line 1 lc rgb '#1f5fa8' lw 2 pt 7 ps 0.6
            set style line 2 lc rgb '#c8541b' lw 2 pt 7 ps 0.6
            set style line 3 lc rgb '#3b8a4a' lw 2 pt 7 ps 0.6
            set yrange [0:*]
            """;

    private final Results results;

    private Plots(Results results) {
        this.results = results;
    }

    static void draw(Results results) throws IOException {
        Files.createDirectories(FOLDER);
        var plots = new Plots(results);
        plots.ratios();
        plots.latency();
        plots.cost(
                "growth",
                "Cost of a stock list as the stock grows",
                "stock entries",
                "set logscale x\nset format x '10^{%L}'\n");
        plots.cost("pages", "Cost of a page of a large merchant", "page", "");
        plots.throughput("processes", "Throughput by server processes", "server processes", "set xtics 1\n");
        plots.throughput("connections", "Throughput of 64 busy connections", "open connections", "set logscale x\n");
    }

    private void ratios() throws IOException {
        var workloads = Stream.concat(results.group("works").stream(), results.group("pages").stream())
                .toList();
        var rows = workloads.stream()
                .flatMap(workload -> workload.ratio().stream()
                        .map(r -> String.format(
                                ROOT, "\"%s\" %.4f %.4f %.4f", workload.title(), r.median(), r.min(), r.max())))
                .collect(Collectors.joining("\n"));
        gnuplot(
                "ratios",
                "Service of bare PostgreSQL, same statements, same run",
                "",
                "ratio, median and spread",
                "set style fill solid\nset boxwidth 0.6\nset xtics rotate by 30 right\nset lmargin 16\nset rmargin 2\nset key off\n",
                rows,
                "plot $data using 0:2:xtic(1) with boxes ls 1, $data using 0:2:3:4 with yerrorbars lc rgb '#222222' pt 0 ps 0");
    }

    private void latency() throws IOException {
        var rows = results.latencies().stream().collect(Collectors.groupingBy(Latency::percent)).entrySet().stream()
                .sorted(Map.Entry.comparingByKey())
                .map(entry -> Latency.median(entry.getValue()))
                .map(l ->
                        String.format(ROOT, "%d %.3f %.3f %.3f %.3f", l.percent(), l.p50(), l.p90(), l.p99(), l.p999()))
                .collect(Collectors.joining("\n"));
        gnuplot(
                "latency",
                "Latency of a stock list at a steady rate",
                "load, % of the highest throughput",
                "ms from when it was due",
                "set yrange [*:*]\nset logscale y\n",
                rows,
                "plot $data using 1:2 with linespoints ls 3 title 'p50', '' using 1:4 with linespoints ls 1 title 'p99',"
                        + " '' using 1:5 with linespoints ls 2 title 'p99.9'");
    }

    private void cost(String group, String title, String x, String more) throws IOException {
        // pages are plotted by depth; the filters' have depths of their own
        var workloads = results.group(group).stream()
                .filter(workload -> !workload.name().contains("-stock"))
                .sorted(Comparator.comparingDouble(Measurement::x))
                .toList();
        gnuplot(
                group,
                title,
                x,
                "CPU of a request, µs",
                more,
                rows(
                        workloads,
                        List.of(Round::cost, r -> r.cpu().server(), r -> r.cpu().database())),
                "plot $data using 1:2 with linespoints ls 1 title 'server and database',"
                        + " '' using 1:3 with linespoints ls 3 title 'server', '' using 1:4 with linespoints ls 2 title 'database'");
    }

    private void throughput(String group, String title, String x, String more) throws IOException {
        gnuplot(
                group,
                title,
                x,
                "requests a second",
                more,
                rows(results.group(group), List.of(Round::service)),
                "plot $data using 1:2 with linespoints ls 1 title 'median'");
    }

    private static String rows(List<Measurement> workloads, List<ToDoubleFunction<Round>> values) {
        Function<Measurement, String> row = workload -> values.stream()
                .map(value -> String.format(ROOT, "%.3f", workload.of(value).median()))
                .collect(Collectors.joining(" ", String.format(ROOT, "%.0f ", workload.x()), ""));
        return workloads.stream().map(row).collect(Collectors.joining("\n"));
    }

    /// Nothing is drawn of what was not measured.
    private static void gnuplot(String name, String title, String x, String y, String more, String rows, String plot)
            throws IOException {
        if (rows.isEmpty()) {
            return;
        }
        var script = Files.createTempFile("bench", ".gnuplot");
        var about = "set output '%s'\nset title '%s'\nset xlabel '%s'\nset ylabel '%s'\n"
                .formatted(FOLDER.resolve(name + ".svg"), title, x, y);
        Files.writeString(script, STYLE + about + more + "$data << END\n" + rows + "\nEND\n" + plot + "\n");
        Command.run("gnuplot", script.toString());
        Files.delete(script);
    }
}
