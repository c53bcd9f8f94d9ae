package stockroom.config;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.Map;
import java.util.regex.Pattern;

/// Reads the files that systemd passes to a server, for commands that a person starts.
public final class UnitEnvironment {
    /// Must match `deploy/systemd/stockroom.service`.
    public static final Path FOLDER = Path.of("/etc/stockroom");

    private static final Pattern ASSIGNMENT = Pattern.compile(
            "(?m)^[ \\t]*(\\w+)[ \\t]*=[ \\t]*(?:\"((?:[^\"\\\\]++|\\\\.)*+)\"|'([^']*)'|(.*?))[ \\t]*$");

    private UnitEnvironment() {}

    /// The environment's own values win. It is returned unchanged if it names a settings file or a database, or
    /// if nothing is installed.
    public static Map<String, String> under(Map<String, String> environment, Path folder) throws IOException {
        var settings = folder.resolve("stockroom.properties");
        if (environment.containsKey(SettingsReader.FILE_VARIABLE)
                || environment.containsKey(SettingsReader.variable("database.url"))
                // notExists is false for a file that may not be read, so that reading it reports the error
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

    /// Parses `NAME=value` lines as systemd does, with quotes, escapes and lines that a backslash joins.
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
