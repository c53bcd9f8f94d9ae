package stockroom.guides;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;

/// The operators' pages repeat the same statements for roles and database.
class OperatorPagesTest {
    @Test
    void theRolesAreTheSameOnOneMachineOnThreeAndOnACluster() throws IOException {
        var roles = blocks("install").stream()
                .filter(block -> block.startsWith("CREATE ROLE"))
                .toList();
        assertThat(roles).hasSize(1);
        assertThat(blocks("high-availability"))
                .filteredOn(block -> block.contains("CREATE ROLE"))
                .containsExactly("-- on the leader\n" + roles.getFirst());
        assertThat(blocks("cluster"))
                .filteredOn(block -> block.contains("CREATE ROLE"))
                .containsExactly("-- on every node\n" + roles.getFirst()
                        + "ALTER ROLE postgres PASSWORD 'SUPERUSER_PASSWORD';\nCREATE EXTENSION citus;\n");
    }

    private static List<String> blocks(String page) throws IOException {
        return Guide.blocks(Files.readString(Path.of("../docs", page + ".md"))).stream()
                .filter(block -> block.kind().equals("sql"))
                .map(Guide.Block::text)
                .toList();
    }
}
