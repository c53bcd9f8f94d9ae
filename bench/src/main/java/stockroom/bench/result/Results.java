package stockroom.bench.result;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import tools.jackson.databind.SerializationFeature;
import tools.jackson.databind.json.JsonMapper;

/// All results of a run, stored in target/bench.json.
///
/// @param bareLatencies at half the highest rate of the bare statement
/// @param starts seconds from the start of a server to its first response
/// @param resident peaks of the servers' memory
public record Results(
        String mode,
        Machine machine,
        int seconds,
        List<WarmUp> warmUps,
        List<Measurement> measurements,
        List<Latency> latencies,
        List<Latency> bareLatencies,
        List<Double> starts,
        List<Resident> resident,
        List<Stored> stored) {

    private static final Path FILE = Path.of("target/bench.json");
    private static final JsonMapper JSON =
            JsonMapper.builder().enable(SerializationFeature.INDENT_OUTPUT).build();

    public record Resident(String after, long bytes) {}

    public record Stored(long entries, long bytes) {}

    public Results(String mode, int seconds, Machine machine) {
        this(
                mode,
                machine,
                seconds,
                new ArrayList<>(),
                new ArrayList<>(),
                new ArrayList<>(),
                new ArrayList<>(),
                new ArrayList<>(),
                new ArrayList<>(),
                new ArrayList<>());
    }

    public Optional<Measurement> find(String name) {
        return measurements.stream()
                .filter(workload -> workload.name().equals(name))
                .findFirst();
    }

    public List<Measurement> group(String name) {
        return measurements.stream()
                .filter(workload -> workload.group().equals(name))
                .toList();
    }

    public void write() throws IOException {
        Files.createDirectories(Path.of("target"));
        Files.writeString(FILE, JSON.writeValueAsString(this) + "\n");
    }

    public static Results read() throws IOException {
        return JSON.readValue(Files.readString(FILE), Results.class);
    }
}
