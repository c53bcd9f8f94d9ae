package stockroom.bench.load;

import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.regex.Pattern;
import stockroom.bench.process.Command;
import stockroom.bench.process.Failure;

/// Keeps connections busy in a closed loop: the next request as soon as the last is answered.
public final class Wrk {
    private static final Pattern RESULT = Pattern.compile(
            "^bench requests=(\\d+) micros=(\\d+) status=(\\d+)"
                    + " connect=(\\d+) read=(\\d+) write=(\\d+) timeout=(\\d+)$",
            Pattern.MULTILINE);

    private Wrk() {}

    /// What one run came to.
    ///
    /// @param refused answers with a status of 400 or more
    public record Result(long requests, double seconds, long refused) {
        public double perSecond() {
            return requests / seconds;
        }
    }

    public static Result run(int port, Path requests, int connections, int seconds) {
        return result(start(port, requests, connections, seconds));
    }

    public static Command.Running start(int port, Path requests, int connections, int seconds) {
        return Command.start(
                Map.of(),
                List.of(
                        "wrk",
                        "-t1",
                        "-c" + connections,
                        "-d" + seconds + "s",
                        "--timeout",
                        "30s",
                        "-s",
                        "bench/wrk.lua",
                        "http://127.0.0.1:" + port,
                        "--",
                        requests.toString()));
    }

    public static Result result(Command.Running running) {
        return parse(running.output());
    }

    static Result parse(String output) {
        var found = RESULT.matcher(output);
        if (!found.find()) {
            throw new Failure("wrk printed no result: " + output);
        }
        for (int group = 4; group <= 7; group++) {
            if (!found.group(group).equals("0")) {
                throw new Failure("wrk had errors (expected: none): " + found.group());
            }
        }
        return new Result(
                Long.parseLong(found.group(1)), Long.parseLong(found.group(2)) / 1e6, Long.parseLong(found.group(3)));
    }
}
