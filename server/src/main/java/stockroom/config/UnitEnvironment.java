package stockroom.config;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.Map;
import java.util.regex.Pattern;

/// What systemd gives an installed server, for commands that a person starts: its settings file and, over it, its
/// environment file.
public final class UnitEnvironment {
    /// As `deploy/systemd/stockroom.service` has it.
    public static final Path FOLDER = Path.of("/etc/stockroom");

    private static final Pattern ASSIGNMENT = Pattern.compile(
            "(?m)^[ \\t]*(\\w+)[ \\t]*=[ \\t]*(?:\"((?:[^\"\\\\]++|\\\\.)*+)\"|'([^']*)'|(.*?))[ \\t]*$");

    private UnitEnvironment() {}

    /// Returns the environment itself where it names a settings file or a database, or where nothing is installed. What
    /// it has wins over the files.
    public static Map<String, String> under(Map<String, String> environment, Path folder) throws IOException {
        var settings = folder.resolve("stockroom.properties");
        if (environment.containsKey(SettingsReader.FILE_VARIABLE)
                || environment.containsKey(SettingsReader.variable("database.url"))
                // not where it is there and may not be read
                || Files.notExists(settings)) {
            return environment;
        }
        var joined = new HashMap<>(Map.of(SettingsReader.FILE_VARIABLE, settings.toString()));
        joined.putAll(read(folder.resolve("environment")));
        joined.putAll(environment);
        return joined;
    }

    private static Map<String, String> read(Path file) throws IOException {
        try {
            return parse(Files.readString(file));
        } catch (NoSuchFileException e) {
            return Map.of();
        }
    }

    /// Reads `NAME=value` lines as systemd does: a value may stand in quotes, a backslash takes the meaning from the
    /// character after it, and at the end of a line it joins the next one.
    static Map<String, String> parse(String content) {
        var values = new HashMap<String, String>();
        ASSIGNMENT.matcher(content.replace("\\\n", "")).results().forEach(found -> {
            var inDoubleQuotes = found.group(2);
            var inQuotes = found.group(3);
            values.put(
                    found.group(1),
                    inDoubleQuotes != null
                            ? inDoubleQuotes.replaceAll("\\\\([\"\\\\`$])", "$1")
                            : inQuotes != null ? inQuotes : found.group(4).replaceAll("\\\\(.)", "$1"));
        });
        return values;
    }
}
