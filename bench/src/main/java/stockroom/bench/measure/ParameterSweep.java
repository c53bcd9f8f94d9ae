package stockroom.bench.measure;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import stockroom.bench.report.ConsoleOutput;
import stockroom.bench.result.Measurement;
import stockroom.bench.result.Round;

/// Rounds of one workload in several settings, one after the other.
final class ParameterSweep {
    private final String group;
    private final String title;
    private final int connections;
    private final Map<Integer, List<Round>> rounds = new LinkedHashMap<>();

    /// @param title with a place for the setting
    ParameterSweep(String group, List<Integer> settings, String title, int connections) {
        this.group = group;
        this.title = title;
        this.connections = connections;
        settings.forEach(setting -> rounds.put(setting, new ArrayList<>()));
    }

    void add(int setting, Round round) {
        rounds.computeIfAbsent(setting, _ -> new ArrayList<>()).add(round);
    }

    List<Measurement> measured() {
        var all = new ArrayList<Measurement>();
        rounds.forEach((setting, done) -> all.add(
                new Measurement(group, group + "-" + setting, title.formatted(setting), setting, connections, done)));
        all.forEach(ConsoleOutput::print);
        return all;
    }
}
