package stockroom.bench.report;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import stockroom.bench.process.Failure;
import stockroom.bench.result.Results;

/// Writes the results between the marks of docs/performance.md and keeps the text around them.
public final class Report {
    private static final Path DOCUMENT = Path.of("docs/performance.md");
    private static final Path SCALE = Path.of("docs/scale.md");

    private Report() {}

    public static void write(Results results) throws IOException {
        Files.writeString(DOCUMENT, filled(Files.readString(DOCUMENT), parts(results)));
        fillScale(Map.of("storage", CapacityTable.storage(results)));
        Plots.draw(results);
        System.out.println("written: " + DOCUMENT + " and " + SCALE);
    }

    static void fillScale(Map<String, String> parts) throws IOException {
        Files.writeString(SCALE, filled(Files.readString(SCALE), parts));
    }

    /// Returns the text for each mark.
    static Map<String, String> parts(Results results) {
        var tables = new Tables(results);
        return Map.of(
                "machine", tables.machine(),
                "targets", tables.targets(),
                "works", tables.workloads("works"),
                "refusals", tables.workloads("refusals"),
                "pages", tables.workloads("pages"),
                "growth", tables.growth("growth", "Stock entries"),
                "processes", tables.growth("processes", "Server processes"),
                "connections", tables.growth("connections", "Open connections"),
                "latency", tables.latency(),
                "process", tables.process());
    }

    static String filled(String document, Map<String, String> parts) {
        var text = document;
        for (var part : parts.entrySet()) {
            var mark = Pattern.compile(
                    "(<!-- bench:begin %s -->\n).*?(<!-- bench:end -->)".formatted(part.getKey()), Pattern.DOTALL);
            var place = mark.matcher(text);
            if (!place.find()) {
                throw new Failure("the document has no <!-- bench:begin %s --> (expected: one, with an end)"
                        .formatted(part.getKey()));
            }
            text = place.replaceFirst("$1" + Matcher.quoteReplacement(part.getValue()) + "$2");
        }
        return text;
    }
}
