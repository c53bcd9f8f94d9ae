package stockroom.bench.load;

import java.nio.file.Path;
import java.util.Map;
import stockroom.bench.process.Command;
import stockroom.bench.process.Failure;
import tools.jackson.databind.json.JsonMapper;

/// Sends the next request as soon as the last is answered, on several connections.
public final class Wrk {
    private Wrk() {}

    /// Counts of one run.
    ///
    /// @param refused responses with a status of 400 or more
    /// @param broken connections that failed
    public record Result(long requests, long micros, long refused, long broken) {
        public double perSecond() {
            return requests * 1e6 / micros;
        }
    }

    public static Command.Running start(int port, Path requests, int connections, int seconds) {
        var line = "wrk -t1 -c%d -d%ds --timeout 30s -s bench/wrk.lua http://127.0.0.1:%d -- %s";
        return Command.start(Map.of(), Command.words(line, connections, seconds, port, requests));
    }

    public static Result result(Command.Running running) {
        return parse(running.output());
    }

    static Result parse(String output) {
        int begin = output.lastIndexOf('{');
        if (begin < 0) {
            throw new Failure("wrk printed no result: " + output);
        }
        var result = JsonMapper.shared().readValue(output.substring(begin), Result.class);
        if (result.broken > 0) {
            throw new Failure("wrk: %d connections failed (expected: 0)".formatted(result.broken));
        }
        return result;
    }
}
