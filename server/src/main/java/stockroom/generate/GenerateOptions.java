package stockroom.generate;

import java.nio.file.Path;
import java.util.HashMap;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import stockroom.config.SettingsException;

/// What `stockroom-server generate` is asked for.
///
/// @param products of all merchants together
/// @param entries stock entries of all products together
/// @param changes of all entries together, in the ledger, beside that they were created; each entry has as many
/// @param tokens where each account gets an access token, and the file they are written to
/// @param seed the same gives the same data
/// @param connections how many workers write at the same time
/// @param json whether the report is for programs
public record GenerateOptions(
        int merchants,
        int products,
        long entries,
        long changes,
        Optional<Tokens> tokens,
        long seed,
        int connections,
        boolean json) {

    /// Access tokens for an application.
    public record Tokens(long application, Path file) {}

    private static final Set<String> NAMES = Set.of(
            "--merchants",
            "--products",
            "--entries",
            "--changes",
            "--application",
            "--tokens",
            "--seed",
            "--connections",
            "--json");

    /// Of one COPY each; more only wait for the database.
    private static final int MAX_CONNECTIONS = 16;

    private static final int MAX_CHANGES = 1_000_000;

    public GenerateOptions {
        long maxEntries = (long) products * Spread.MAX_ENTRIES;
        if (entries > maxEntries) {
            throw new SettingsException("--entries: %d (expected: at most %d for %d products, which is %d each)"
                    .formatted(entries, maxEntries, products, Spread.MAX_ENTRIES));
        }
        if (changes > entries * MAX_CHANGES) {
            throw new SettingsException(
                    "--changes: %d (expected: at most %d for each entry)".formatted(changes, MAX_CHANGES));
        }
    }

    /// Of each entry.
    int changesOfEach() {
        return entries == 0 ? 0 : Math.toIntExact(Math.ceilDiv(changes, entries));
    }

    /// Reads options from the command line.
    ///
    /// @param arguments names, each but `--json` followed by its value
    public static GenerateOptions parse(List<String> arguments) {
        var values = values(arguments.iterator());
        return new GenerateOptions(
                (int) number(values, "--merchants", null, 1, Integer.MAX_VALUE),
                (int) number(values, "--products", null, 0, Integer.MAX_VALUE),
                number(values, "--entries", null, 0, Long.MAX_VALUE),
                number(values, "--changes", "0", 0, Long.MAX_VALUE),
                tokens(values),
                number(values, "--seed", "1", Long.MIN_VALUE, Long.MAX_VALUE),
                (int) number(values, "--connections", "2", 1, MAX_CONNECTIONS),
                values.containsKey("--json"));
    }

    private static Map<String, String> values(Iterator<String> arguments) {
        var values = new HashMap<String, String>();
        while (arguments.hasNext()) {
            var name = arguments.next();
            if (!NAMES.contains(name)) {
                throw new SettingsException("%s: no such option (expected: one of %s)"
                        .formatted(
                                name, String.join(", ", NAMES.stream().sorted().toList())));
            }
            boolean flag = name.equals("--json");
            if (!flag && !arguments.hasNext()) {
                throw new SettingsException("%s: no value (expected: one after it)".formatted(name));
            }
            if (values.put(name, flag ? "" : arguments.next()) != null) {
                throw new SettingsException("%s: given twice (expected: once)".formatted(name));
            }
        }
        return values;
    }

    private static long number(
            Map<String, String> values, String name, @Nullable String otherwise, long least, long most) {
        var value = values.getOrDefault(name, otherwise);
        if (value == null) {
            throw new SettingsException("%s: not given (expected: a whole number)".formatted(name));
        }
        try {
            long number = Long.parseLong(value);
            if (number >= least && number <= most) {
                return number;
            }
        } catch (NumberFormatException e) {
            // told below
        }
        throw new SettingsException(
                "%s: %s (expected: a whole number from %d to %d)".formatted(name, value, least, most));
    }

    private static Optional<Tokens> tokens(Map<String, String> values) {
        var file = values.get("--tokens");
        if ((file == null) != !values.containsKey("--application")) {
            throw new SettingsException("--application, --tokens: one without the other (expected: both or neither)");
        }
        return Optional.ofNullable(file)
                .map(Path::of)
                .map(path -> new Tokens(number(values, "--application", null, 1, Long.MAX_VALUE), path));
    }
}
