package stockroom.bench.report;

import static stockroom.bench.report.Table.text;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.List;
import java.util.function.ToDoubleFunction;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import stockroom.bench.process.Command;
import stockroom.bench.result.Measurement;
import stockroom.bench.result.Results;
import stockroom.bench.result.Round;

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
        set style data linespoints
        set yrange [0:*]
        """;
    private static final String COST = """
        set ylabel 'CPU of a request, µs'
        plot $data using 1:2 ls 1 title 'server and database', '' using 1:3 ls 3 title 'server', \
            '' using 1:4 ls 2 title 'database'
        """;
    private static final String THROUGHPUT = """
        set ylabel 'requests a second'
        plot $data using 1:2 ls 1 title 'median'
        """;

    private Plots() {}

    static void draw(Results results) throws IOException {
        Files.createDirectories(FOLDER);
        var compared = Stream.concat(results.group("works").stream(), results.group("pages").stream());
        draw(
                "ratios",
                compared.flatMap(work -> work.ratio().stream()
                        .map(r -> text("\"%s\" %.4f %.4f %.4f", work.title(), r.median(), r.min(), r.max()))),
                """
                set title 'Service of bare PostgreSQL, same statements, same run'
                set ylabel 'ratio, median and spread'
                set style fill solid
                set boxwidth 0.6
                set xtics rotate by 30 right
                set lmargin 16
                set rmargin 2
                set key off
                plot $data using 0:2:xtic(1) with boxes ls 1, \
                    $data using 0:2:3:4 with yerrorbars lc rgb '#222222' pt 0 ps 0
                """);
        draw(
                "latency",
                Tables.byLoad(results).map(l -> text("%d %.3f %.3f %.3f", l.percent(), l.p50(), l.p99(), l.p999())),
                """
                set title 'Latency of a stock list at a steady rate'
                set xlabel 'load, % of the highest throughput'
                set ylabel 'ms from when it was due'
                set yrange [*:*]
                set logscale y
                plot $data using 1:2 ls 3 title 'p50', '' using 1:3 ls 1 title 'p99', '' using 1:4 ls 2 title 'p99.9'
                """);
        draw("growth", costs(results, "growth"), """
            set title 'Cost of a stock list as the stock grows'
            set xlabel 'stock entries'
            set logscale x
            set format x '10^{%L}'
            """ + COST);
        draw("pages", costs(results, "pages"), """
            set title 'Cost of a page of a large merchant'
            set xlabel 'page'
            """ + COST);
        draw("processes", rows(results.group("processes").stream(), List.of(Round::service)), """
            set title 'Throughput by server processes'
            set xlabel 'server processes'
            set xtics 1
            """ + THROUGHPUT);
        draw("connections", rows(results.group("connections").stream(), List.of(Round::service)), """
            set title 'Throughput of 64 busy connections'
            set xlabel 'open connections'
            set logscale x
            """ + THROUGHPUT);
    }

    private static Stream<String> costs(Results results, String group) {
        // pages are plotted by depth, and the filtered lists have other depths
        var workloads = results.group(group).stream()
                .filter(workload -> !workload.name().contains("-stock"))
                .sorted(Comparator.comparingDouble(Measurement::x));
        return rows(workloads, List.of(Round::cost, Round::serverCpu, Round::databaseCpu));
    }

    private static Stream<String> rows(Stream<Measurement> workloads, List<ToDoubleFunction<Round>> values) {
        return workloads.map(workload -> values.stream()
                .map(value -> text("%.3f", workload.of(value).median()))
                .collect(Collectors.joining(" ", text("%.0f ", workload.x()), "")));
    }

    /// Draws nothing if the workload was not measured.
    private static void draw(String name, Stream<String> rows, String plot) throws IOException {
        var data = rows.collect(Collectors.joining("\n"));
        if (!data.isEmpty()) {
            var script = Files.createTempFile("bench", ".gnuplot");
            var output = "set output '%s'\n$data << END\n%s\nEND\n".formatted(FOLDER.resolve(name + ".svg"), data);
            Files.writeString(script, STYLE + output + plot);
            Command.run("gnuplot", script.toString());
            Files.delete(script);
        }
    }
}
