package stockroom.bench.process;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Collection;

/// Processor time of the server, the database, and the load generator.
public record CpuTime(double server, double database, double load) {
    private static final double TICKS_PER_SECOND =
            Double.parseDouble(Command.run("getconf", "CLK_TCK").strip());

    public static CpuTime now(Collection<Long> servers, Collection<Long> postmasters) {
        return new CpuTime(
                servers.stream().mapToDouble(pid -> Times.of(pid).own).sum(),
                postmasters.stream().mapToDouble(CpuTime::ofNode).sum(),
                Times.of(ProcessHandle.current().pid()).ended);
    }

    /// Adds the times of the postmaster, its ended children and its living children.
    private static double ofNode(long postmaster) {
        var own = Times.of(postmaster);
        return own.own
                + own.ended
                + ProcessHandle.of(postmaster).stream()
                        .flatMap(ProcessHandle::children)
                        .mapToDouble(child -> Times.of(child.pid()).own)
                        .sum();
    }

    public CpuTime since(CpuTime before) {
        return new CpuTime(server - before.server, database - before.database, load - before.load);
    }

    public CpuTime each(long requests) {
        double factor = 1e6 / (double) Math.max(1, requests);
        return new CpuTime(server * factor, database * factor, load * factor);
    }

    /// @param ended the time of ended children
    record Times(double own, double ended) {
        static Times of(long pid) {
            try {
                return parse(Files.readString(Path.of("/proc/" + pid + "/stat")));
            } catch (IOException e) {
                // the process has ended since it was listed, so its parent has its time
                return new Times(0, 0);
            }
        }

        /// Parses after the name, which may contain anything; utime is the twelfth field there.
        static Times parse(String stat) {
            var fields = stat.substring(stat.lastIndexOf(')') + 2).split(" ", -1);
            return new Times(
                    (Long.parseLong(fields[11]) + Long.parseLong(fields[12])) / TICKS_PER_SECOND,
                    (Long.parseLong(fields[13]) + Long.parseLong(fields[14])) / TICKS_PER_SECOND);
        }
    }
}
