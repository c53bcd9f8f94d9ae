package stockroom.cli.generate;

import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;

/// Ids out of one of the database's sequences, drawn many at a time but like anybody else draws them: whoever adds rows
/// meanwhile or later gets others. They go upward; where someone else drew in between there is a gap.
final class Ids {
    private static final int AT_ONCE = 20_000;

    /// Neighbouring ids.
    record Run(long first, long count) {}

    interface Source {
        List<Run> draw(long count);
    }

    private final Source source;
    private final Deque<Run> drawn = new ArrayDeque<>();
    private long available;
    private long stillNeeded;

    /// @param needed how many will be taken in all: not more are drawn
    Ids(Source source, long needed) {
        this.source = source;
        this.stillNeeded = needed;
    }

    /// The next so many, which nobody else gets.
    synchronized Taken take(long count) {
        while (available < count) {
            draw(Math.max(count - available, Math.min(AT_ONCE, stillNeeded)));
        }
        var runs = new ArrayDeque<Run>();
        for (long left = count; left > 0; ) {
            var run = drawn.removeFirst();
            long used = Math.min(left, run.count);
            runs.add(new Run(run.first, used));
            if (used < run.count) {
                drawn.addFirst(new Run(run.first + used, run.count - used));
            }
            left -= used;
        }
        available -= count;
        return new Taken(runs);
    }

    private void draw(long count) {
        for (var run : source.draw(count)) {
            drawn.addLast(run);
            available += run.count;
        }
        stillNeeded -= count;
    }

    /// One id after the other.
    static final class Taken {
        private final Deque<Run> runs;
        private long next;
        private long end;

        private Taken(Deque<Run> runs) {
            this.runs = runs;
        }

        long next() {
            if (next == end) {
                var run = runs.removeFirst();
                next = run.first;
                end = run.first + run.count;
            }
            return next++;
        }
    }
}
