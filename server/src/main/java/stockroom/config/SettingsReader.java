package stockroom.config;

import java.io.IOException;
import java.io.Reader;
import java.math.BigInteger;
import java.net.InetAddress;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.time.Duration;
import java.time.ZoneId;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Properties;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.function.Function;
import java.util.regex.Pattern;

/// Reads settings from a properties file and from the environment, which takes precedence: `database.pool-size` in
/// the file is `STOCKROOM_DATABASE_POOL_SIZE` in the environment. Unknown names are refused, so that a typing error
/// cannot silently leave a default in place. [#finish] reports all errors at once.
final class SettingsReader {
    static final String FILE_VARIABLE = "STOCKROOM_SETTINGS";
    private static final String PREFIX = "STOCKROOM_";
    /// The environment may also have settings of the `stockroom` command, which begin with this.
    private static final String COMMAND_LINE_PREFIX = "STOCKROOM_CLI_";

    /// Leaves out the default ports, as browsers do.
    private static final Pattern ORIGIN = Pattern.compile(
            "https://[a-z0-9]([a-z0-9.-]*[a-z0-9])?(:(?!443$)[1-9][0-9]{0,4})?|http://localhost(:(?!80$)[1-9][0-9]{0,4})?");

    private static final Pattern SCHEME = Pattern.compile("postgres(ql)?://");
    /// Finds credentials in the address. A password may contain a slash or a question mark, and a parameter an @.
    private static final Pattern LOGIN_BEFORE_HOST = Pattern.compile("jdbc:postgresql://([^?]*|[^/]*)@");

    private final Map<String, Given> unread = new TreeMap<>();
    private final Set<String> known = new TreeSet<>();
    private final List<String> faults = new ArrayList<>();

    private record Given(String name, String value) {}

    SettingsReader(Map<String, String> environment) {
        Optional.ofNullable(environment.get(FILE_VARIABLE)).ifPresent(file -> readFile(Path.of(file)));
        environment.forEach((variable, value) -> {
            if (variable.startsWith(PREFIX)
                    && !variable.startsWith(COMMAND_LINE_PREFIX)
                    && !variable.equals(FILE_VARIABLE)) {
                unread.put(variable, new Given(variable, value));
            }
        });
    }

    private void readFile(Path file) {
        var properties = new Properties();
        try (Reader reader = Files.newBufferedReader(file, StandardCharsets.UTF_8)) {
            properties.load(reader);
        } catch (IOException e) {
            var why = e instanceof NoSuchFileException ? "there is no such file" : e.toString();
            throw new SettingsException("%s: cannot read the settings file (%s)".formatted(file, why));
        } catch (IllegalArgumentException e) {
            throw new SettingsException("%s: not a properties file (%s)".formatted(file, e.getMessage()));
        }
        properties.stringPropertyNames().forEach(name -> {
            if (name.equals(name.toLowerCase(Locale.ROOT))) {
                unread.put(variable(name), new Given(name, properties.getProperty(name)));
            } else {
                faults.add("%s: names in the settings file are lower case".formatted(name));
            }
        });
    }

    static String variable(String name) {
        return PREFIX + name.toUpperCase(Locale.ROOT).replace('.', '_').replace('-', '_');
    }

    /// A blank value counts as none, so that an empty variable in a unit file means the default.
    Optional<String> text(String name) {
        known.add(name);
        return Optional.ofNullable(unread.remove(variable(name)))
                .map(given -> given.value.strip())
                .filter(value -> !value.isEmpty());
    }

    String text(String name, String otherwise) {
        return text(name).orElse(otherwise);
    }

    /// Strips the slash at the end, so that a path can be appended.
    Optional<String> address(String name) {
        return checked(
                name,
                value -> Optional.of(value.replaceFirst("/+$", ""))
                        .filter(_ -> value.matches("https?://[^/:@\\s?#\"<>][^\\s?#\"<>]*")),
                "a web address such as https://docs.example/stockroom");
    }

    /// Browsers send it with each form, so it is compared as a whole.
    Optional<URI> origin(String name) {
        return checked(
                name,
                value -> Optional.of(value).filter(ORIGIN.asMatchPredicate()).map(URI::create),
                "https://HOST or https://HOST:PORT without a path, in lower case, or http://localhost:PORT");
    }

    private <T> Optional<T> checked(String name, Function<String, Optional<T>> read, String expected) {
        return text(name).flatMap(value -> {
            var understood = read.apply(value);
            if (understood.isEmpty()) {
                wrong(name, value, expected);
            }
            return understood;
        });
    }

    /// An invalid address is not shown, since other programs' addresses hold passwords.
    Optional<String> databaseAddress(String name) {
        var address = text(name);
        address.flatMap(SettingsReader::faultOf)
                .ifPresent(fault -> faults.add(
                        ("%s: %s (expected: jdbc:postgresql://HOST:PORT/NAME, the user in database.user, and the"
                                        + " password in database.password)")
                                .formatted(name, fault)));
        return address;
    }

    private static Optional<String> faultOf(String databaseAddress) {
        var scheme = SCHEME.matcher(databaseAddress);
        if (scheme.lookingAt()) {
            return Optional.of("begins with " + scheme.group());
        }
        if (!databaseAddress.startsWith("jdbc:postgresql:")) {
            return Optional.of("not for JDBC");
        }
        return LOGIN_BEFORE_HOST.matcher(databaseAddress).lookingAt()
                ? Optional.of("a user or password stands before the host")
                : Optional.empty();
    }

    Optional<Secret> secret(String name) {
        return text(name).map(Secret::new);
    }

    int number(String name, int otherwise, int least, int most) {
        return checked(
                        name,
                        value -> Optional.of(value)
                                .filter(digits -> digits.matches("[0-9]{1,9}"))
                                .map(Integer::valueOf)
                                .filter(number -> number >= least && number <= most),
                        "a whole number from %d to %d".formatted(least, most))
                .orElse(otherwise);
    }

    <E extends Enum<E>> E choice(String name, E otherwise) {
        var choices = new LinkedHashMap<String, E>();
        for (var constant : otherwise.getDeclaringClass().getEnumConstants()) {
            choices.put(constant.name().toLowerCase(Locale.ROOT), constant);
        }
        return checked(
                        name,
                        value -> Optional.ofNullable(choices.get(value)),
                        "one of " + String.join(", ", choices.keySet()))
                .orElse(otherwise);
    }

    boolean flag(String name, boolean otherwise) {
        return checked(
                        name,
                        value -> Optional.of(value.equals("true"))
                                .filter(is -> is.toString().equals(value)),
                        "true or false")
                .orElse(otherwise);
    }

    Duration duration(String name, String otherwise, String least, String most) {
        return checked(
                        name,
                        value -> parse(value)
                                .filter(time -> time.compareTo(parse(least).orElseThrow()) >= 0
                                        && time.compareTo(parse(most).orElseThrow()) <= 0),
                        "from %s to %s, a number with ms, s, m or h".formatted(least, most))
                .or(() -> parse(otherwise))
                .orElseThrow();
    }

    private static Optional<Duration> parse(String value) {
        return Optional.of(value)
                .filter(time -> time.matches("[0-9]{1,9}(ms|s|m|h)"))
                .map(time -> time.endsWith("ms")
                        ? Duration.ofMillis(Long.parseLong(time.substring(0, time.length() - 2)))
                        : Duration.parse("PT" + time));
    }

    /// Offsets are refused, since `UTC+8` means the opposite to PostgreSQL.
    ZoneId zone(String name, String otherwise) {
        return checked(
                        name,
                        value -> Optional.of(value)
                                .filter(ZoneId.getAvailableZoneIds()::contains)
                                .map(ZoneId::of),
                        "a time zone such as Asia/Shanghai")
                .orElse(ZoneId.of(otherwise));
    }

    List<String> networks(String name) {
        var networks = list(name, "");
        for (var network : networks) {
            if (!isNetwork(network)) {
                wrong(name, network, "an address such as 10.0.0.7, or a network such as 10.0.0.0/8 or fd00::/8");
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

    void finish() {
        unread.values().forEach(given -> faults.add(unknown(given.name)));
        if (!faults.isEmpty()) {
            throw new SettingsException(String.join("\n", faults));
        }
    }

    private String unknown(String given) {
        boolean inEnvironment = given.startsWith(PREFIX);
        var names = known.stream()
                .map(name -> inEnvironment ? variable(name).substring(PREFIX.length()) : name)
                .toList();
        var meant = Suggestion.of(inEnvironment ? given.substring(PREFIX.length()) : given, names)
                .map(name -> "did you mean %s%s?".formatted(inEnvironment ? PREFIX : "", name));
        return "unknown setting %s (%s)".formatted(given, meant.orElse("docs/settings.md lists the names"));
    }

    private void wrong(String name, String value, String expected) {
        faults.add("%s: %s (expected: %s)".formatted(name, value, expected));
    }
}
