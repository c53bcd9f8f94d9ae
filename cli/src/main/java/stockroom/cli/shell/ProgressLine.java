package stockroom.cli.shell;

import java.time.Duration;
import java.util.List;
import java.util.stream.Collectors;
import me.tongfei.progressbar.ProgressBarRenderer;
import me.tongfei.progressbar.ProgressState;
import stockroom.cli.show.Values;

/// Draws a bar such as `Importing [########----]  66%  312/470 MiB  34,120 products/s  0:12 left`.
///
/// @param foretold whether the text states the time left, because the past steps do not show it
record ProgressLine(String unit, long unitSize, boolean foretold) implements ProgressBarRenderer {
    private static final int WIDEST_BAR = 30;
    private static final int NARROWEST_BAR = 10;

    ProgressLine(String unit, long unitSize) {
        this(unit, unitSize, false);
    }

    @Override
    public String render(ProgressState state, int columns) {
        var seen = new Seen(
                state.getTaskName(),
                state.getExtraMessage().strip(),
                state.getStart(),
                state.getCurrent(),
                state.getMax(),
                state.getElapsedAfterStart());
        var line = of(seen, columns);
        // the spaces cover a longer line drawn before
        return line.length() > columns ? line.substring(0, columns) : line + " ".repeat(columns - line.length());
    }

    /// @param words shown in place of the rate unless empty
    /// @param start where it resumed; rate and time left count only later steps
    /// @param max not positive if it is not known
    record Seen(String task, String words, long start, long current, long max, Duration elapsed) {
        private double perSecond() {
            return (current - start) / Math.max(elapsed.toMillis() / 1000.0, 0.001);
        }

        private boolean isDone() {
            return max > 0 && current >= max;
        }
    }

    String of(Seen seen, int columns) {
        var rate =
                seen.words.isEmpty() ? Values.count(Math.round(seen.perSecond() / unitSize)) + unit + "/s" : seen.words;
        if (seen.max <= 0) {
            var count = Values.count(seen.current / unitSize) + unit;
            var elapsed = Values.clock(seen.elapsed);
            return fitting(columns, List.of(List.of(seen.task, count, rate, elapsed), List.of(seen.task, count)));
        }
        var percent = "%3d%%".formatted(Math.min(100, seen.current * 100 / seen.max));
        var count = "%s/%s%s"
                .formatted(
                        Values.count(seen.isDone() ? Math.ceilDiv(seen.max, unitSize) : seen.current / unitSize),
                        Values.count(Math.ceilDiv(seen.max, unitSize)),
                        unit);
        var left = foretold && !seen.isDone() ? "" : left(seen);
        var behind = " " + joined(List.of(percent, count, rate, left));
        int room = columns - seen.task.length() - " []".length() - behind.length();
        if (room >= NARROWEST_BAR) {
            return seen.task + " " + bar(seen, Math.min(room, WIDEST_BAR)) + behind;
        }
        // the parts about the time left are dropped last
        return fitting(
                columns,
                List.of(
                        List.of(seen.task, percent, count, rate, left),
                        List.of(seen.task, percent, rate, left),
                        List.of(seen.task, percent, left.isEmpty() ? rate : left),
                        List.of(seen.task, percent)));
    }

    /// Returns the first line that fits, or the last.
    private static String fitting(int columns, List<List<String>> lines) {
        return lines.stream()
                .map(ProgressLine::joined)
                .filter(line -> line.length() <= columns)
                .findFirst()
                .orElseGet(() -> joined(lines.getLast()));
    }

    private static String joined(List<String> parts) {
        return parts.stream().filter(part -> !part.isEmpty()).collect(Collectors.joining("  "));
    }

    private static String bar(Seen seen, int width) {
        int full = (int) Math.min(width, seen.current * width / seen.max);
        return "[" + "#".repeat(full) + "-".repeat(width - full) + "]";
    }

    private static String left(Seen seen) {
        if (seen.isDone()) {
            return "in " + Values.clock(seen.elapsed);
        }
        if (seen.current <= seen.start) {
            return "?:?? left";
        }
        return Values.clock(Duration.ofSeconds(Math.round((seen.max - seen.current) / seen.perSecond()))) + " left";
    }
}
