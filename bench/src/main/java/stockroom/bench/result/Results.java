package stockroom.bench.result;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import tools.jackson.databind.SerializationFeature;
import tools.jackson.databind.json.JsonMapper;

/// All that a run found out; target/bench.json, from which the document is made.
///
/// @param jitter of the idle machine
/// @param bareLatencies at half the highest rate of the bare statement
/// @param starts seconds from the start of a server to its first answer
/// @param answerBytes of an answer's body, by the name of the workload
/// @param resident the most bytes any server ever had in memory
public record Results(
        String mode,
        Machine machine,
        int seconds,
        List<MachineJitter> jitter,
        List<Measurement> measurements,
        List<Latency> latencies,
        List<BareLatency> bareLatencies,
        List<Double> starts,
        List<Resident> resident,
        List<Stored> stored,
        Map<String, Double> answerBytes) {

    static final Path FILE = Path.of("target/bench.json");

    /// The most bytes that a server had in memory, and after which workloads.
    public record Resident(String after, long bytes) {}

    /// How large a database of so many stock entries is.
    public record Stored(long entries, long bytes) {}

    public static Results begin(String mode, int seconds, Machine machine) {
        return new Results(
                mode,
                machine,
                seconds,
                new ArrayList<>(),
                new ArrayList<>(),
                new ArrayList<>(),
                new ArrayList<>(),
                new ArrayList<>(),
                new ArrayList<>(),
                new ArrayList<>(),
                new HashMap<>());
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

    private static JsonMapper json() {
        return JsonMapper.builder().enable(SerializationFeature.INDENT_OUTPUT).build();
    }

    public void write() throws IOException {
        Files.createDirectories(FILE.toAbsolutePath().getParent());
        Files.writeString(FILE, json().writeValueAsString(this) + "\n");
    }

    public static Results read() throws IOException {
        return json().readValue(Files.readString(FILE), Results.class);
    }
}
