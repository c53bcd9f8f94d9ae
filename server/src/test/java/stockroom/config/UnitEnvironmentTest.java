package stockroom.config;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class UnitEnvironmentTest {
    @TempDir
    Path folder;

    private Map<String, String> under(Map<String, String> environment) throws IOException {
        return UnitEnvironment.under(environment, folder);
    }

    @Test
    void anEnvironmentFileIsReadAsSystemdReadsIt() {
        assertThat(UnitEnvironment.parse("""
                        # a comment
                        ; another
                        #STOCKROOM_PORT=1
                        PLAIN=a b#c "d"\s\s
                          SPACED = value\t
                        EMPTY=
                        DOUBLE="a \\"b\\" \\$c \\d # e"  \s
                        SINGLE='a \\ "b"'
                        ESCAPED=a\\ \\\\b
                        JOINED=one \\
                        two
                        not an assignment
                        PLAIN2==x=
                        """))
                .containsExactlyInAnyOrderEntriesOf(Map.of(
                        "PLAIN", "a b#c \"d\"",
                        "SPACED", "value",
                        "EMPTY", "",
                        "DOUBLE", "a \"b\" $c \\d # e",
                        "SINGLE", "a \\ \"b\"",
                        "ESCAPED", "a \\b",
                        "JOINED", "one two",
                        "PLAIN2", "=x="));
    }

    @Test
    void commandsHaveTheSettingsOfTheInstalledServer() throws IOException {
        var settings = Files.writeString(folder.resolve("stockroom.properties"), "database.user=file\nport=8090\n");

        assertThat(Settings.read(under(Map.of())).http().port()).isEqualTo(8090);

        Files.writeString(
                folder.resolve("environment"), "STOCKROOM_DATABASE_PASSWORD='s3cret'\nJDK_JAVA_OPTIONS=-Xmx1g\n");
        assertThat(under(Map.of("STOCKROOM_LOG_LEVEL", "debug")))
                .containsEntry("STOCKROOM_SETTINGS", settings.toString())
                .containsEntry("STOCKROOM_DATABASE_PASSWORD", "s3cret")
                .containsEntry("STOCKROOM_LOG_LEVEL", "debug");
        assertThat(Settings.read(under(Map.of("STOCKROOM_DATABASE_USER", "mine")))
                        .database()
                        .user())
                .isEqualTo("mine");
    }

    @Test
    void whoeverNamesAnotherSettingsFileOrDatabaseGetsNothingOfTheInstalledServer() throws IOException {
        Files.writeString(folder.resolve("stockroom.properties"), "database.user=file\n");
        for (var name : new String[] {"STOCKROOM_SETTINGS", "STOCKROOM_DATABASE_URL"}) {
            var environment = Map.of(name, "another");

            assertThat(under(environment)).isEqualTo(environment);
        }
    }

    @Test
    void whereNothingIsInstalledTheEnvironmentIsAllThereIs() throws IOException {
        Files.writeString(folder.resolve("environment"), "STOCKROOM_PORT=1\n");

        assertThat(under(Map.of("PATH", "/bin"))).isEqualTo(Map.of("PATH", "/bin"));
    }
}
