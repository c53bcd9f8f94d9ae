package stockroom.bench;

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
/// @param steadiness of the idle machine
/// @param bareLatencies at half the highest rate of the bare statement
/// @param starts seconds from the start of a server to its first answer
/// @param answerBytes of an answer's body, by the name of the work
/// @param resident the most bytes any server ever had in memory
record Results(
        String mode,
        Machine machine,
        int seconds,
        List<Steadiness> steadiness,
        List<Measured> measured,
        List<Latency> latencies,
        List<BareLatency> bareLatencies,
        List<Double> starts,
        List<Resident> resident,
        List<Stored> stored,
        Map<String, Double> answerBytes) {

    static final Path FILE = Path.of("target/bench.json");

    /// The most bytes that a server had in memory, and after which works.
    record Resident(String after, long bytes) {}

    /// How large a database of so many stock entries is.
    record Stored(long entries, long bytes) {}

    static Results begin(Plan plan, Machine machine) {
        return new Results(
                plan.name(),
                machine,
                plan.seconds(),
                new ArrayList<>(),
                new ArrayList<>(),
                new ArrayList<>(),
                new ArrayList<>(),
                new ArrayList<>(),
                new ArrayList<>(),
                new ArrayList<>(),
                new HashMap<>());
    }

    Optional<Measured> find(String name) {
        return measured.stream().filter(work -> work.name().equals(name)).findFirst();
    }

    List<Measured> group(String name) {
        return measured.stream().filter(work -> work.group().equals(name)).toList();
    }

    private static JsonMapper json() {
        return JsonMapper.builder().enable(SerializationFeature.INDENT_OUTPUT).build();
    }

    void write() throws IOException {
        Files.createDirectories(FILE.toAbsolutePath().getParent());
        Files.writeString(FILE, json().writeValueAsString(this) + "\n");
    }

    static Results read() throws IOException {
        return json().readValue(Files.readString(FILE), Results.class);
    }
}
