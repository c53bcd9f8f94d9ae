package stockroom.config;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.lang.reflect.RecordComponent;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Arrays;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

class SettingsTest {
    private static final Settings DEFAULTS = Settings.read(Map.of());

    record Row(String name, String variable, Optional<String> value, Optional<String> least, Optional<String> most) {}

    static List<Row> rows() {
        try (var lines = Files.lines(Path.of("../docs/settings.md"))) {
            return lines.filter(line -> line.startsWith("| `"))
                    .map(SettingsTest::row)
                    .toList();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static Row row(String line) {
        var cells = line.split("\\|", -1);
        var bounds = quoted(cells[4]);
        assertThat(cells[5]).as(line).isNotBlank();
        return new Row(
                quoted(cells[1]).getFirst(),
                quoted(cells[2]).getFirst(),
                quoted(cells[3]).stream().findFirst(),
                bounds.stream().findFirst(),
                bounds.stream().skip(1).findFirst());
    }

    private static List<String> quoted(String cell) {
        return Pattern.compile("`([^`]+)`")
                .matcher(cell)
                .results()
                .map(found -> found.group(1))
                .toList();
    }

    static Stream<Row> boundedRows() {
        return rows().stream().filter(row -> row.least.isPresent());
    }

    @Test
    void theTableHasEverySettingOnce() {
        var names = rows().stream().map(Row::name).toList();

        assertThat(names).doesNotHaveDuplicates().hasSize((int) leaves(Settings.class));
    }

    /// Counts settings in nested records, except for those derived from others.
    private static long leaves(Class<?> type) {
        return Arrays.stream(type.getRecordComponents())
                .filter(part -> !List.of("waitTime", "statementTimeout", "capacity", "telemetry")
                        .contains(part.getName()))
                .map(RecordComponent::getType)
                .mapToLong(part -> part.isRecord() ? leaves(part) : 1)
                .sum();
    }

    @ParameterizedTest
    @MethodSource("rows")
    void theEnvironmentSpellsANameInCapitals(Row row) {
        assertThat(row.variable)
                .isEqualTo("STOCKROOM_"
                        + row.name.toUpperCase(Locale.ROOT).replace('.', '_').replace('-', '_'));
    }

    @ParameterizedTest
    @MethodSource("rows")
    void theDefaultOfTheTableIsTheOneUsed(Row row) {
        row.value.ifPresent(
                value -> assertThat(Settings.read(Map.of(row.variable, value))).isEqualTo(DEFAULTS));
        assertThat(Settings.read(Map.of(row.variable, " "))).as("blank").isEqualTo(DEFAULTS);
    }

    @Test
    void everySettingChangesSomethingOfItsOwn() {
        var seen = new HashSet<Settings>(List.of(DEFAULTS));
        for (var row : rows()) {
            var other = row.most.orElse(
                    switch (row.name) {
                        case "database.migrate", "database.merchant-nodes", "docs-page" -> "false";
                        case "log.level" -> "warn";
                        case "log.requests" -> "none";
                        case "trusted-proxies", "console.operators-from" -> "10.0.0.0/8";
                        case "console.url" -> "https://console.example";
                        case "docs-address" -> "https://docs.example";
                        case "database.url" -> "jdbc:postgresql://db/stockroom";
                        default -> "UTC";
                    });
            assertThat(seen.add(Settings.read(Map.of(row.variable, other))))
                    .as(row.name)
                    .isTrue();
        }
    }

    @ParameterizedTest
    @MethodSource("boundedRows")
    void theBoundsOfTheTableAreTheOnesHeld(Row row) {
        var least = row.least.orElseThrow();
        var most = row.most.orElseThrow();
        Settings.read(Map.of(row.variable, least));
        Settings.read(Map.of(row.variable, most));
        for (var wrong : List.of(beyond(least, -1), beyond(most, 1), "x", "1 000", "1d", "-", "１", "99999999999")) {
            assertThatExceptionOfType(SettingsException.class)
                    .isThrownBy(() -> Settings.read(Map.of(row.variable, wrong)))
                    .withMessageStartingWith("%s: %s (expected: ", row.name, wrong)
                    .withMessageContaining("from %s to %s", least, most);
        }
    }

    private static String beyond(String bound, int step) {
        var digits = Long.parseLong(bound.replaceAll("[a-z]", ""));
        return switch (bound.replaceAll("[0-9]", "")) {
            case "h" -> digits * 3_600_000 + step + "ms";
            case "m" -> digits * 60_000 + step + "ms";
            case "s" -> digits * 1_000 + step + "ms";
            case "ms" -> digits + step + "ms";
            default -> String.valueOf(digits + step);
        };
    }

    @Test
    void theWaitForAConnectionAndAStatementEndBeforeTheRequest() {
        assertThat(DEFAULTS.database().waitTime()).isEqualTo(Duration.ofSeconds(3));
        assertThat(DEFAULTS.database().statementTimeout()).isEqualTo(Duration.ofSeconds(5));
        for (var time : List.of("2s", "2001ms", "10s", "1h")) {
            var settings = Settings.read(Map.of("STOCKROOM_REQUEST_TIMEOUT", time));
            var database = settings.database();

            // the pool may wait half as long again, and at least a quarter of a second
            assertThat(database.waitTime().multipliedBy(3).dividedBy(2).plus(database.statementTimeout()))
                    .isLessThan(settings.http().requestTimeout());
            assertThat(database.waitTime().dividedBy(2)).isGreaterThanOrEqualTo(Duration.ofMillis(250));
        }
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "https://console.example",
                "https://console.example:8443",
                "https://10.0.0.1",
                "http://localhost",
                "http://localhost:8082"
            })
    void theConsoleHasAnOriginAsBrowsersSendIt(String origin) {
        assertThat(Settings.read(Map.of("STOCKROOM_CONSOLE_URL", origin))
                        .console()
                        .url())
                .contains(URI.create(origin));
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "console.example",
                "http://console.example",
                "http://127.0.0.1:8082",
                "http://localhost.example",
                "https://Console.example",
                "https://console.example/",
                "https://console.example:443",
                "http://localhost:80",
                "https://user@console.example",
                "https://console.example?a",
                "https://console.example#a",
                "https://",
                "https://-"
            })
    void anythingElseIsNotTheConsole(String address) {
        assertThatExceptionOfType(SettingsException.class)
                .isThrownBy(() -> Settings.read(Map.of("STOCKROOM_CONSOLE_URL", address)))
                .withMessageStartingWith("console.url: %s (expected: https://HOST", address);
    }

    @Test
    void wrongWordsAreNamedWithWhatWasExpected() {
        assertRefused("STOCKROOM_DATABASE_MIGRATE", "yes", "database.migrate: yes (expected: true or false)");
        assertRefused(
                "STOCKROOM_LIMITS_DAY_ZONE",
                "Moon",
                "limits.day-zone: Moon (expected: a time zone such as Asia/Shanghai)");
        for (var address : List.of(
                "docs.example",
                "ftp://docs.example",
                "https://",
                "https:///",
                "https:///a",
                "https://:80/",
                "https://docs.example/?a",
                "https://a b")) {
            assertRefused(
                    "STOCKROOM_DOCS_ADDRESS",
                    address,
                    "docs-address: %s (expected: a web address such as https://docs.example/stockroom)"
                            .formatted(address));
        }
        assertRefused("STOCKROOM_MAX_CONNECTIONS", "1", "unknown setting STOCKROOM_MAX_CONNECTIONS");
        assertRefused("STOCKROOM_PROT", "1", "unknown setting STOCKROOM_PROT (did you mean STOCKROOM_PORT?)");
        assertRefused("STOCKROOM_SETTINGS", "/no/such/file", "/no/such/file: cannot read the settings file");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "jdbc:postgresql://me:hidden@db/stockroom",
                "jdbc:postgresql://me:hid/den@db/stockroom",
                "jdbc:postgresql://me:hid?den@db/stockroom",
                "jdbc:postgresql://one,me:hidden@two/stockroom",
            })
    void aPasswordInTheAddressOfTheDatabaseIsRefusedAndNotShown(String address) {
        assertThatExceptionOfType(SettingsException.class)
                .isThrownBy(() -> Settings.read(Map.of("STOCKROOM_DATABASE_URL", address)))
                .withMessage("database.url: a user or password stands before the host (expected:"
                        + " jdbc:postgresql://HOST:PORT/NAME, the user in database.user, and the password in"
                        + " database.password)");
    }

    @Test
    void anAtSignInAParameterOfTheAddressOfTheDatabaseIsTaken() {
        var address = "jdbc:postgresql://one,two:5432/stockroom?sslrootcert=/etc/ca@home.pem";

        assertThat(Settings.read(Map.of("STOCKROOM_DATABASE_URL", address))
                        .database()
                        .requireUrl())
                .isEqualTo(address);
    }

    private static void assertRefused(String variable, String value, String message) {
        assertThatExceptionOfType(SettingsException.class)
                .isThrownBy(() -> Settings.read(Map.of(variable, value)))
                .withMessageStartingWith(message);
    }

    @Test
    void theFileIsReadAndTheEnvironmentWins(@TempDir Path directory) throws IOException {
        var file = directory.resolve("stockroom.properties");
        Files.writeString(file, "port=7001\ndatabase.pool-size=3\nlimits.platforms=tb, jd\n");

        var settings =
                Settings.read(Map.of("STOCKROOM_SETTINGS", file.toString(), "STOCKROOM_DATABASE_POOL_SIZE", "4"));

        assertThat(settings.http().port()).isEqualTo(7001);
        assertThat(settings.admin().port()).isEqualTo(8001);
        assertThat(settings.database().poolSize()).isEqualTo(4);
        assertThat(settings.limits().platforms()).containsExactly("tb", "jd");
        Files.writeString(file, "prot=7001\n");
        assertRefused("STOCKROOM_SETTINGS", file.toString(), "unknown setting prot (did you mean port?)");
        Files.writeString(file, "Port=7001\n");
        assertRefused("STOCKROOM_SETTINGS", file.toString(), "Port: names in the settings file are lower case");
    }
}
