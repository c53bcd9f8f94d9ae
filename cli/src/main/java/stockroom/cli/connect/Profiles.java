package stockroom.cli.connect;

import java.io.IOException;
import java.io.StringReader;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermission;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.EnumSet;
import java.util.NavigableMap;
import java.util.Optional;
import java.util.Properties;
import java.util.Set;
import java.util.TreeMap;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;
import stockroom.cli.shell.CommandFailure;
import stockroom.cli.shell.ExitCode;
import stockroom.cli.shell.PrivateFile;
import stockroom.cli.shell.Secret;
import stockroom.cli.shell.Shell;
import stockroom.cli.show.Text;

/// Reads and writes the file of profiles: `NAME.address=…` and `NAME.key=…`. It holds keys, so only its owner may
/// read it.
final class Profiles {
    private static final Pattern NAME = Pattern.compile("[A-Za-z0-9_-]{1,64}");
    private static final Set<PosixFilePermission> OWNERS = EnumSet.of(
            PosixFilePermission.OWNER_READ, PosixFilePermission.OWNER_WRITE, PosixFilePermission.OWNER_EXECUTE);

    private final Path file;

    /// Either value may be missing in a file edited by hand.
    record Profile(Optional<String> address, Optional<Secret> key) {}

    Profiles(Path file) {
        this.file = file;
    }

    static Profiles of(Shell shell) {
        return new Profiles(shell.setting("STOCKROOM_CLI_PROFILES")
                .map(Path::of)
                .orElseGet(() -> shell.setting("XDG_CONFIG_HOME")
                        .map(Path::of)
                        .orElseGet(() -> shell.home().resolve(".config"))
                        .resolve("stockroom")
                        .resolve("profiles.properties")));
    }

    Path file() {
        return file;
    }

    static String name(String text) {
        if (!NAME.matcher(text).matches()) {
            throw CommandFailure.usage("profile name: %s (expected: 1 to 64 letters, digits, - or _)", text);
        }
        return text;
    }

    NavigableMap<String, Profile> all() {
        var profiles = new TreeMap<String, Profile>();
        var entries = entries();
        for (var entry : entries.stringPropertyNames()) {
            int dot = entry.lastIndexOf('.');
            if (dot > 0) {
                var name = entry.substring(0, dot);
                profiles.put(
                        name,
                        new Profile(
                                text(entries, name + ".address"),
                                text(entries, name + ".key").map(Secret::new)));
            }
        }
        return profiles;
    }

    private static Optional<String> text(Properties entries, String entry) {
        return Optional.ofNullable(entries.getProperty(entry))
                .map(String::strip)
                .filter(value -> !value.isEmpty());
    }

    void put(String name, Connection connection) {
        var profiles = all();
        profiles.put(name, new Profile(Optional.of(connection.address().toString()), Optional.of(connection.key())));
        write(profiles);
    }

    void remove(String name) {
        var profiles = all();
        if (profiles.remove(name) == null) {
            throw new CommandFailure(ExitCode.NOT_FOUND, notThere(name));
        }
        write(profiles);
    }

    String notThere(String name) {
        var names = all().keySet();
        return names.isEmpty()
                ? "there is no profile %s, and no other. Add one:\n  stockroom profile set NAME --address URL"
                        .formatted(Text.plain(name))
                : "there is no profile %s (expected: %s)".formatted(Text.plain(name), String.join(", ", names));
    }

    private Properties entries() {
        var entries = new Properties();
        try {
            if (Files.exists(file)) {
                refuseIfShared();
                entries.load(new StringReader(Files.readString(file)));
            }
        } catch (IOException | IllegalArgumentException e) {
            throw CommandFailure.usage("cannot read the profiles file %s: %s", file, e.getMessage());
        }
        return entries;
    }

    private void refuseIfShared() throws IOException {
        var permissions = permissions();
        if (permissions != null && !OWNERS.containsAll(permissions)) {
            throw new CommandFailure(
                    ExitCode.NOT_ALLOWED,
                    "the profiles file holds keys and is open to other users (%s, expected: rw-------);"
                            + " run: chmod 600 %s",
                    PosixFilePermissions.toString(permissions),
                    file);
        }
    }

    private @Nullable Set<PosixFilePermission> permissions() throws IOException {
        try {
            return Files.getPosixFilePermissions(file);
        } catch (UnsupportedOperationException e) {
            return null;
        }
    }

    private void write(NavigableMap<String, Profile> profiles) {
        var text = new StringBuilder("# Written by: stockroom profile\n");
        profiles.forEach((name, profile) -> {
            profile.address().ifPresent(address -> text.append(line(name + ".address", address)));
            profile.key().ifPresent(key -> text.append(line(name + ".key", key.reveal())));
        });
        try {
            var folder = file.toAbsolutePath().getParent();
            if (folder != null && !Files.isDirectory(folder)) {
                Files.createDirectories(folder, PrivateFile.only("rwx------", folder));
            }
            PrivateFile.replace(file, text.toString().getBytes(StandardCharsets.UTF_8));
        } catch (IOException e) {
            throw new UncheckedIOException("cannot write the profiles file " + file, e);
        }
    }

    private static String line(String entry, String value) {
        return "%s=%s\n".formatted(entry, value.replace("\\", "\\\\"));
    }
}
