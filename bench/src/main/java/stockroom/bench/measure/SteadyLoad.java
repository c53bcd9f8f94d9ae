package stockroom.bench.measure;

import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import stockroom.bench.load.OpenLoop;
import stockroom.bench.load.Requests;
import stockroom.bench.process.Command;
import stockroom.bench.process.CpuTime;
import stockroom.bench.result.Latency;

/// Runs [OpenLoop] as a program of its own.
final class SteadyLoad {
    private static final int WARM_UP_SECONDS = 4;

    private final Workload workload;
    private final List<Long> postmasters;
    private final Path requests;
    private final int seconds;

    SteadyLoad(Workload workload, List<Long> postmasters, Path folder, Plan plan) {
        this.workload = workload;
        this.postmasters = postmasters;
        this.requests = folder.resolve("steady");
        this.seconds = plan.rounds().seconds() * 2;
    }

    Latency at(int percent, double rate) {
        Requests.write(requests, workload.requests().get());
        var servers = List.of(workload.installation().server().pid());
        var before = CpuTime.now(servers, postmasters);
        var output = Command.run(
                Map.of(),
                List.of(
                        Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                        "-XX:+UseSerialGC",
                        // compiled soon, so that compiling takes no processor from those who are measured
                        "-XX:TieredStopAtLevel=1",
                        "-cp",
                        System.getProperty("java.class.path"),
                        OpenLoop.class.getName(),
                        String.valueOf(workload.installation().server().port()),
                        requests.toString(),
                        String.valueOf(workload.connections()),
                        String.valueOf(rate),
                        String.valueOf(WARM_UP_SECONDS),
                        String.valueOf(seconds)));
        var micros = Arrays.stream(output.strip().split(" ", -1))
                .mapToLong(Long::parseLong)
                .toArray();
        long sent = micros[5] * (seconds + WARM_UP_SECONDS) / seconds;
        return new Latency(
                percent,
                rate,
                micros[5],
                micros[0] / 1e3,
                micros[1] / 1e3,
                micros[2] / 1e3,
                micros[3] / 1e3,
                micros[4] / 1e3,
                micros[6] / 1e3,
                CpuTime.now(servers, postmasters).since(before).each(sent));
    }
}
