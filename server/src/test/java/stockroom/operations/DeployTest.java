package stockroom.operations;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.Map;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import stockroom.config.Settings;
import stockroom.config.UnitEnvironment;
import tools.jackson.databind.JsonNode;
import tools.jackson.dataformat.yaml.YAMLMapper;

class DeployTest {
    private static final Path DEPLOY = Path.of("../deploy");

    @Test
    void theExampleSettingsAreSettings() {
        var settings = Settings.read(Map.of(
                "STOCKROOM_SETTINGS", DEPLOY.resolve("stockroom.properties").toString()));

        assertThat(settings.auth().keysetFile()).hasValue(Path.of("/etc/stockroom/keyset.json"));
    }

    @Test
    void theSettingsForHighAvailabilityAreSettings() {
        var settings = Settings.read(Map.of(
                "STOCKROOM_SETTINGS", DEPLOY.resolve("ha/stockroom.properties").toString()));

        assertThat(settings.database().url().orElseThrow()).contains("10.0.0.11:5432,10.0.0.12:5432,10.0.0.13:5432");
        assertThat(settings.http().stopDelay()).isPositive();
    }

    /// Removing the # from an example must give a valid setting.
    @Test
    void theExamplesThatAreCommentedOutAreSettings() throws Exception {
        var lines = Files.readAllLines(DEPLOY.resolve("stockroom.properties")).stream()
                .filter(line -> line.matches("#?[a-z.-]+=.*"))
                .map(line -> line.replaceFirst("^#", ""))
                .toList();
        var file = Files.createTempFile("stockroom", ".properties");
        Files.write(file, lines);

        assertThat(lines).hasSizeGreaterThan(10);
        assertThat(Settings.read(Map.of("STOCKROOM_SETTINGS", file.toString()))
                        .admin()
                        .port())
                .isEqualTo(9080);
    }

    @Test
    void theUnitStartsWhatTheDistributionHasWithTheSettingsItSays() throws Exception {
        var unit = Files.readString(DEPLOY.resolve("systemd/stockroom.service"));

        assertThat(unit).contains("ExecStart=/opt/stockroom/bin/stockroom-server\n");
        // commands look for the settings there
        assertThat(unit)
                .contains("Environment=STOCKROOM_SETTINGS=%s/stockroom.properties\n".formatted(UnitEnvironment.FOLDER))
                .contains("EnvironmentFile=-%s/environment\n".formatted(UnitEnvironment.FOLDER));
        assertThat(Files.isExecutable(DEPLOY.resolve("bin/stockroom-server"))).isTrue();
    }

    @Test
    void theComposeFileNamesSettingsThatExistAndOpensTheAdminPortOnThisMachineAlone() throws Exception {
        var server = compose().path("services").path("server");
        var environment = new HashMap<String, String>();
        server.path("environment").forEachEntry((name, value) -> environment.put(name, value.asString()));

        var settings = Settings.read(environment);

        assertThat(settings.admin().address()).isEqualTo("0.0.0.0");
        assertThat(server.path("ports").valueStream().map(JsonNode::asString).toList())
                .containsExactly("8080:8080", "127.0.0.1:8081:8081", "127.0.0.1:9080:9080");
        assertThat(settings.auth().keysetFile()).hasValue(Path.of("/keyset/keyset.json"));
    }

    @Test
    void theComposeFileUsesVolumesAndServicesItDeclares() throws Exception {
        var compose = compose();
        var services = compose.path("services");

        assertThat(services.path("server").path("depends_on").propertyNames())
                .allMatch(services::has)
                .isNotEmpty();
        services.valueStream()
                .flatMap(service -> service.path("volumes").valueStream())
                .map(volume -> volume.asString().replaceFirst(":.*", ""))
                .forEach(volume -> assertThat(compose.path("volumes").has(volume))
                        .as(volume)
                        .isTrue());
    }

    @Test
    void theDockerfileCopiesWhatTheDistributionHas() throws Exception {
        var dockerfile = Files.readString(DEPLOY.resolve("docker/Dockerfile"));
        var dist = Files.readString(Path.of("../scripts/dist"));
        var copied = Pattern.compile("(?m)^COPY (\\S+) ")
                .matcher(dockerfile)
                .results()
                .map(result -> result.group(1))
                .collect(Collectors.toSet());

        assertThat(copied).containsExactlyInAnyOrder("bin", "lib");
        assertThat(dist).contains("deploy/bin").contains("lib/server").contains("lib/cli");
        assertThat(dockerfile).contains("USER 10001").contains("ENTRYPOINT [\"stockroom-server\"]");
    }

    private static JsonNode compose() throws IOException {
        return new YAMLMapper().readTree(Files.readString(DEPLOY.resolve("docker/compose.yaml")));
    }
}
