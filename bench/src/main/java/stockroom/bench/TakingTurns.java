package stockroom.bench;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/// Rounds of one work in several settings, one after the other.
final class TakingTurns {
    private final String group;
    private final String title;
    private final int connections;
    private final Map<Integer, List<Round>> rounds = new LinkedHashMap<>();

    /// @param title with a place for the setting
    TakingTurns(String group, List<Integer> settings, String title, int connections) {
        this.group = group;
        this.title = title;
        this.connections = connections;
        settings.forEach(setting -> rounds.put(setting, new ArrayList<>()));
    }

    void add(int setting, Round round) {
        rounds.computeIfAbsent(setting, _ -> new ArrayList<>()).add(round);
    }

    List<Measured> measured() {
        var all = new ArrayList<Measured>();
        rounds.forEach((setting, done) -> all.add(
                new Measured(group, group + "-" + setting, title.formatted(setting), setting, connections, done)));
        all.forEach(Console::print);
        return all;
    }
}
