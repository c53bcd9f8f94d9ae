package stockroom.testing.servers;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.regex.Pattern;
import stockroom.database.DatabaseAddress;
import stockroom.testing.database.ClusterNode;

/// Runs the SQL and commands of docs/cluster.md, with other names, ports and numbers, on the nodes of
/// scripts/with-citus. The first line of each block of SQL says where psql runs it.
public final class ClusterGuide {
    private static final Path PAGE = Path.of("../docs/cluster.md");
    private static final Pattern BLOCK = Pattern.compile("```(sql|sh)\n(.*?)```", Pattern.DOTALL);

    private final String page;
    private final Map<String, String> environment;

    public ClusterGuide(int shards, Map<String, String> environment) {
        this.environment = environment;
        try {
            var text = Files.readString(PAGE).replace("shard_count = 32", "shard_count = " + shards);
            var nodes = new ArrayList<>(List.of(ClusterNode.coordinator()));
            nodes.addAll(ClusterNode.workers());
            nodes.add(ClusterNode.spare());
            var names = List.of("coordinator", "worker-1", "worker-2", "worker-3");
            for (int i = 0; i < names.size(); i++) {
                var node = nodes.get(i);
                text = text.replace(
                        "'%s.example', 5432".formatted(names.get(i)), "'%s', %d".formatted(node.host(), node.port()));
            }
            this.page = text;
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    public static DatabaseAddress coordinator() {
        return ClusterNode.coordinator().database("stockroom");
    }

    public List<String> run(String heading) {
        int begin = page.indexOf("\n## " + heading + "\n");
        assertThat(begin).as(heading).isNotNegative();
        int end = page.indexOf("\n## ", begin + 1);
        var blocks = BLOCK.matcher(page.substring(begin, end < 0 ? page.length() : end));
        var printed = new ArrayList<String>();
        while (blocks.find()) {
            if (blocks.group(1).equals("sql")) {
                printed.add(sql(blocks.group(2)));
            } else {
                sh(blocks.group(2));
            }
        }
        assertThat(printed).as(heading).isNotEmpty();
        return printed;
    }

    /// Runs on a node what the page says for every node.
    public void prepare(ClusterNode node) {
        var block = BLOCK.matcher(page)
                .results()
                .map(found -> found.group(2))
                .filter(sql -> sql.startsWith("-- on every node"))
                .findFirst()
                .orElseThrow();
        psql(node, block);
    }

    private static String sql(String block) {
        var where = block.lines().findFirst().orElseThrow();
        return switch (where) {
            case "-- on every node" -> {
                ClusterNode.workers().forEach(worker -> psql(worker, block));
                yield psql(ClusterNode.coordinator(), block);
            }
            case "-- on the coordinator" -> psql(ClusterNode.coordinator(), block);
            default -> throw new AssertionError("where: " + where);
        };
    }

    private static String psql(ClusterNode node, String sql) {
        try {
            var psql = new ProcessBuilder(
                            Path.of(System.getenv("POSTGRES_BIN"), "psql").toString(),
                            "--no-psqlrc",
                            "--quiet",
                            "--tuples-only",
                            "--no-align",
                            "--set=ON_ERROR_STOP=1",
                            "--host=" + node.host(),
                            "--port=" + node.port(),
                            "--dbname=postgres")
                    .redirectErrorStream(true)
                    .start();
            try (var input = psql.outputWriter(UTF_8)) {
                input.write(sql);
            }
            var printed = new String(psql.getInputStream().readAllBytes(), UTF_8);
            assertThat(psql.waitFor()).as("%s%n%s", sql, printed).isZero();
            return printed;
        } catch (IOException | InterruptedException e) {
            throw new IllegalStateException(e);
        }
    }

    private void sh(String block) {
        var commands = block.lines()
                .filter(line -> line.startsWith("stockroom-server "))
                .toList();
        for (var line : commands) {
            try (var process = new ServerProcess(
                    environment,
                    ServerProcess.SHORT_LIVED,
                    line.substring("stockroom-server ".length()).split(" ", -1))) {
                assertThat(process.await()).as("%s%n%s", line, process.log()).isZero();
                assertThat(process.log()).as(line).contains("They are on ").doesNotContain("WARN");
            }
        }
    }
}
