package stockroom;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import stockroom.config.Secret;
import stockroom.testing.database.TestDatabase;
import stockroom.testing.platform.Operators;
import stockroom.testing.platform.Platform;
import stockroom.testing.platform.TestMerchant;
import stockroom.testing.servers.ServerProcess;

@Tag("slow")
class MainTest {
    @Test
    void theServerTakesTheKeysetAndTheOperatorKeyThatItsCommandsCreate(@TempDir Path folder) {
        var database = TestDatabase.fresh();
        var keyset = folder.resolve("keyset.json").toString();
        var settings = Map.of(
                "STOCKROOM_DATABASE_URL", database.url(),
                "STOCKROOM_DATABASE_USER", database.user(),
                "STOCKROOM_AUTH_KEYSET_FILE", keyset);
        try (var creating = new ServerProcess(settings, ServerProcess.SHORT_LIVED, "create-keyset", keyset)) {
            assertThat(creating.await()).as(creating.log()).isZero();
        }

        try (var server = new ServerProcess(settings)) {
            var operator = Operators.withKey(
                    server.adminUrl(), new Secret(ServerProcess.lastLineOf(settings, "create-operator-key", "tests")));

            assertThat(operator.read("/merchants").path("items")).isEmpty();
        }
    }

    /// Tests only that the server works; its speed would not show on a machine with few cores.
    @Test
    void aServerServesWithTheOptionsForManyCores() {
        var options = "-XX:TieredStopAtLevel=1 -XX:ActiveProcessorCount=64 -Xmx4096m -XX:+UseG1GC";
        var merchant = Platform.shared().merchant();
        try (var server = new ServerProcess(Platform.shared().environment(), options)) {
            assertThat(merchant.postTo(server.baseUrl(), "/Stock/Product", TestMerchant.FORM, "page=1")
                            .success())
                    .isTrue();
        }
    }

    @Test
    void aServerDoesNotLoadTheClassesOfItsCommands(@TempDir Path folder) throws IOException {
        var loaded = folder.resolve("loaded");
        var options = ServerProcess.SHORT_LIVED + " -Xlog:class+load:file=" + loaded;
        try (var server = new ServerProcess(Platform.shared().environment(), options)) {
            assertThat(server.baseUrl()).startsWith("http");
        }

        assertThat(Files.readString(loaded))
                .contains(" stockroom.MerchantInterface ")
                .doesNotContain(" picocli.", " stockroom.Commands ");
    }
}
