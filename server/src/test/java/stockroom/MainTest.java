package stockroom;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.Map;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import stockroom.config.Secret;
import stockroom.testing.database.TestDatabase;
import stockroom.testing.platform.Operators;
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
}
