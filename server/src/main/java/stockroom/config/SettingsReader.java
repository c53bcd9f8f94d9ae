package stockroom.config;

import java.io.IOException;
import java.io.Reader;
import java.math.BigInteger;
import java.net.InetAddress;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.ZoneId;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Properties;
import java.util.TreeMap;

/// Reads named settings from a properties file and, over it, from the environment: `database.pool-size` in the file
/// is `STOCKROOM_DATABASE_POOL_SIZE` in the environment. A name that nobody asked for stops the start, so a typing
/// error cannot silently leave a default in place.
final class SettingsReader {
    static final String FILE_VARIABLE = "STOCKROOM_SETTINGS";
    private static final String PREFIX = "STOCKROOM_";
    /// Settings of the `stockroom` command, which may stand in the same environment.
    private static final String COMMAND_LINE_PREFIX = "STOCKROOM_CLI_";

    private final Map<String, String> unread = new TreeMap<>();
    private final Map<String, String> namesGiven = new HashMap<>();

    SettingsReader(Map<String, String> environment) {
        Optional.ofNullable(environment.get(FILE_VARIABLE)).ifPresent(file -> readFile(Path.of(file)));
        environment.forEach((variable, value) -> {
            if (variable.startsWith(PREFIX)
                    && !variable.startsWith(COMMAND_LINE_PREFIX)
                    && !variable.equals(FILE_VARIABLE)) {
                put(variable, variable, value);
            }
        });
    }

    private void readFile(Path file) {
        var properties = new Properties();
        try (Reader reader = Files.newBufferedReader(file, StandardCharsets.UTF_8)) {
            properties.load(reader);
        } catch (IOException e) {
            throw new SettingsException("%s: cannot read the settings file (%s)".formatted(file, e));
        }
        properties.stringPropertyNames().forEach(name -> {
            if (!name.equals(name.toLowerCase(Locale.ROOT))) {
                throw new SettingsException("%s: names in the settings file are lower case".formatted(name));
            }
            put(variable(name), name, properties.getProperty(name));
        });
    }

    private void put(String variable, String nameGiven, String value) {
        unread.put(variable, value);
        namesGiven.put(variable, nameGiven);
    }

    static String variable(String name) {
        return PREFIX + name.toUpperCase(Locale.ROOT).replace('.', '_').replace('-', '_');
    }

    /// A blank value counts as none, so that an empty variable in a unit file means the default.
    Optional<String> text(String name) {
        return Optional.ofNullable(unread.remove(variable(name)))
                .map(String::strip)
                .filter(value -> !value.isEmpty());
    }

    String text(String name, String otherwise) {
        return text(name).orElse(otherwise);
    }

    /// A web address that more can be added to, without a slash at its end.
    Optional<String> address(String name) {
        return text(name).map(value -> {
            if (!value.matches("https?://[^/:@\\s?#\"<>][^\\s?#\"<>]*")) {
                throw wrong(name, value, "a web address such as https://docs.example/stockroom");
            }
            return value.replaceFirst("/+$", "");
        });
    }

    Optional<Secret> secret(String name) {
        return text(name).map(Secret::new);
    }

    int number(String name, int otherwise, int least, int most) {
        return text(name)
                .map(value -> Optional.of(value)
                        .filter(digits -> digits.matches("[0-9]{1,9}"))
                        .map(Integer::valueOf)
                        .filter(number -> number >= least && number <= most)
                        .orElseThrow(() -> wrong(name, value, "a whole number from %d to %d".formatted(least, most))))
                .orElse(otherwise);
    }

    boolean flag(String name, boolean otherwise) {
        return text(name)
                .map(value -> switch (value) {
                    case "true" -> true;
                    case "false" -> false;
                    default -> throw wrong(name, value, "true or false");
                })
                .orElse(otherwise);
    }

    /// `250ms`, `2s`, `10m` or `24h`.
    Duration duration(String name, Duration otherwise, String least, String most) {
        return text(name)
                .map(value -> parse(value)
                        .filter(time -> time.compareTo(parse(least).orElseThrow()) >= 0
                                && time.compareTo(parse(most).orElseThrow()) <= 0)
                        .orElseThrow(() -> wrong(
                                name, value, "from %s to %s, a number with ms, s, m or h".formatted(least, most))))
                .orElse(otherwise);
    }

    private static Optional<Duration> parse(String value) {
        var parts = value.split("(?<=[0-9])(?=[a-z])", 2);
        if (parts.length != 2 || !parts[0].matches("[0-9]{1,9}")) {
            return Optional.empty();
        }
        long count = Long.parseLong(parts[0]);
        return switch (parts[1]) {
            case "ms" -> Optional.of(Duration.ofMillis(count));
            case "s" -> Optional.of(Duration.ofSeconds(count));
            case "m" -> Optional.of(Duration.ofMinutes(count));
            case "h" -> Optional.of(Duration.ofHours(count));
            default -> Optional.empty();
        };
    }

    /// A region such as `Asia/Shanghai`; offsets such as `UTC+8` mean the opposite to PostgreSQL.
    ZoneId zone(String name, String otherwise) {
        var value = text(name, otherwise);
        if (!ZoneId.getAvailableZoneIds().contains(value)) {
            throw wrong(name, value, "a time zone such as Asia/Shanghai");
        }
        return ZoneId.of(value);
    }

    /// Addresses such as `10.0.0.7` and `::1`, and networks such as `10.0.0.0/8` and `fd00::/8`.
    List<String> networks(String name) {
        var networks = list(name, "");
        for (var network : networks) {
            if (!isNetwork(network)) {
                throw wrong(name, network, "an address such as 10.0.0.7, or a network such as 10.0.0.0/8 or fd00::/8");
            }
        }
        return networks;
    }

    private static boolean isNetwork(String text) {
        if (!text.matches("([0-9]+(\\.[0-9]+){3}|[0-9a-fA-F:.]*:[0-9a-fA-F:.]*)(/[0-9]{1,3})?")) {
            return false;
        }
        var parts = text.split("/", 2);
        try {
            var address = InetAddress.ofLiteral(parts[0]).getAddress();
            if (parts.length == 1) {
                return true;
            }
            int length = Integer.parseInt(parts[1]);
            int hostBits = address.length * 8 - length;
            var number = new BigInteger(1, address);
            return length >= 0 && hostBits >= 0 && (number.signum() == 0 || number.getLowestSetBit() >= hostBits);
        } catch (IllegalArgumentException e) {
            return false;
        }
    }

    List<String> list(String name, String otherwise) {
        return Arrays.stream(text(name, otherwise).split("[,\\s]+"))
                .filter(word -> !word.isEmpty())
                .toList();
    }

    /// Refuses what was given and never asked for.
    void finish() {
        if (!unread.isEmpty()) {
            var names = unread.keySet().stream().map(namesGiven::get).toList();
            throw new SettingsException("unknown setting%s %s (docs/settings.md lists the names)"
                    .formatted(names.size() > 1 ? "s" : "", String.join(", ", names)));
        }
    }

    private static SettingsException wrong(String name, String value, String expected) {
        return new SettingsException("%s: %s (expected: %s)".formatted(name, value, expected));
    }
}
