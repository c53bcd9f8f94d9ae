package stockroom.database;

import static java.util.concurrent.TimeUnit.SECONDS;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import io.opentelemetry.api.OpenTelemetry;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Function;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.LongStream;
import java.util.stream.Stream;
import org.jdbi.v3.core.Handle;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import stockroom.testing.database.TestDatabase;
import stockroom.testing.platform.Platform;
import stockroom.testing.platform.TestMerchant;

@Tag("cluster")
class CitusPlacementTest {
    private static final int CALLS = 30;
    private static final List<String> WORKERS =
            List.of(System.getenv("TEST_CITUS_WORKERS").split(" "));

    @Test
    void statementsGoToTheNodeThatHasTheMerchant() {
        var platform = Platform.shared();
        var merchants =
                IntStream.range(0, 12).mapToObj(_ -> platform.merchant()).toList();
        var nodes = merchants.stream().map(CitusPlacementTest::nodeOf).toList();
        assertThat(nodes).as("merchants on both workers").containsAll(WORKERS);

        for (int i = 0; i < merchants.size(); i++) {
            var merchant = merchants.get(i);
            var node = nodes.get(i);
            await().atMost(60, SECONDS).until(() -> nodeThatServes(merchant).equals(node));
        }
    }

    @Test
    void aShardThatMovesIsFollowedAndNoReadFails() throws Exception {
        try (var platform = Platform.start(Map.of())) {
            var merchant = platform.merchant();
            var from = nodeOf(merchant);
            var to = from.equals(WORKERS.get(0)) ? WORKERS.get(1) : WORKERS.get(0);
            await().atMost(60, SECONDS).until(() -> nodeThatServes(merchant).equals(from));

            var moving = Thread.ofPlatform().start(() -> move(merchant, from, to));
            var replies = new ArrayList<Integer>();
            while (moving.isAlive()) {
                replies.add(merchant.productList("page", 1).status());
            }
            moving.join();

            assertThat(nodeOf(merchant)).isEqualTo(to);
            assertThat(replies).isNotEmpty().containsOnly(200);
            await().atMost(60, SECONDS).until(() -> nodeThatServes(merchant).equals(to));
        }
    }

    /// Uses a role that exists only on the coordinator.
    @Test
    void aWorkerOutOfReachIsAskedThroughTheCoordinatorByAPoolOfItsOwn() {
        var address = Platform.shared().address();
        TestDatabase.execute(
                address, "SET citus.enable_create_role_propagation = off; CREATE ROLE stranger LOGIN SUPERUSER");
        var stranger = new DatabaseAddress(address.url(), "stranger", "");
        var opened = new ConcurrentHashMap<String, Database>();
        try (var coordinator = database(stranger);
                var placement = new CitusPlacement(coordinator, stranger, (name, node) -> {
                    opened.put(name, database(node));
                    return opened.get(name);
                })) {
            await().atMost(60, SECONDS).until(() -> placement.of(0) != coordinator);

            assertThat(opened).containsOnlyKeys("detour");
            assertThat(placement.workers()).as("for the metrics").isNotEmpty();
            assertThat(LongStream.range(0, 1_000).boxed())
                    .as("merchants of all shards")
                    .allMatch(merchant -> placement.of(merchant) == opened.get("detour"));
        } finally {
            TestDatabase.execute(address, "SET citus.enable_create_role_propagation = off; DROP ROLE stranger");
        }
    }

    /// Cached plans would add 100 MB: see [Distribution].
    @Test
    void aNodesConnectionsDoNotGrowWithTheStatementsTheyExecute() throws Exception {
        var merchant = Platform.shared().merchant();
        var node = nodeOf(merchant);
        await().atMost(60, SECONDS).until(() -> nodeThatServes(merchant).equals(node));
        long before = connectionMegabytes(node);

        // calls a database function, whose statements have parameters and so could cache plans
        for (int i = 0; i < 2_000; i++) {
            assertThat(merchant.productList("page", 1).status()).isEqualTo(200);
        }

        assertThat(connectionMegabytes(node) - before).isLessThan(30);
    }

    private static long connectionMegabytes(String node) throws IOException {
        var database = Platform.shared().address();
        var worker = database.at(node.split(":", -1)[0], Integer.parseInt(node.split(":", -1)[1]));
        long kilobytes = 0;
        for (var pid :
                TestDatabase.queryAll(worker, "SELECT pid FROM pg_stat_activity WHERE datname = current_database()")) {
            var status = Path.of("/proc", pid, "status");
            if (Files.exists(status)) {
                kilobytes += Files.readString(status)
                        .lines()
                        .filter(line -> line.startsWith("RssAnon:"))
                        .mapToLong(line -> Long.parseLong(line.replaceAll("[^0-9]", "")))
                        .sum();
            }
        }
        return kilobytes / 1_024;
    }

    /// Simulates the restart of a worker, between two transactions or within one.
    @ParameterizedTest
    @ValueSource(
            strings = {
                "SELECT count(*) FROM product WHERE merchant_id = 1",
                "DELETE FROM product WHERE merchant_id = 1 AND product_id = -1",
                "SELECT count(*) FROM product",
                "DELETE FROM application WHERE application_id = -1"
            })
    void aCoordinatorsConnectionThatAWorkerEndsIsNoInternalError(String sql) {
        try (var coordinator = database(Platform.shared().address())) {
            for (int i = 0; i < 5; i++) {
                runOrFailAsDatabase(() -> coordinator.run("before", handle -> {
                    handle.execute(sql);
                    endItsConnections(handle);
                    return handle.execute(sql);
                }));
                runOrFailAsDatabase(() -> coordinator.inTransaction("in one", handle -> {
                    handle.execute(sql);
                    endItsConnections(handle);
                    return handle.execute(sql);
                }));
                runOrFailAsDatabase(() -> coordinator.inTransaction("at its end", handle -> {
                    int changed = handle.execute(sql);
                    endItsConnections(handle);
                    return changed;
                }));
            }
        }
    }

    private static void runOrFailAsDatabase(Runnable work) {
        try {
            work.run();
        } catch (DatabaseFailure e) {
            // the server responds 503 to this failure
        }
    }

    /// Ends only the connections over which the coordinator runs this handle's statements on workers.
    private static void endItsConnections(Handle handle) {
        long process =
                handle.select("SELECT citus_backend_gpid()").mapTo(Long.class).one();
        int ended = 0;
        for (var worker : WORKERS) {
            var address = Platform.shared()
                    .address()
                    .at(worker.split(":", -1)[0], Integer.parseInt(worker.split(":", -1)[1]));
            ended += Integer.parseInt(TestDatabase.query(
                    address,
                    "SELECT count(pg_terminate_backend(pid)) FROM pg_stat_activity"
                            + " WHERE application_name = 'citus_internal gpid=%d'".formatted(process)));
        }
        assertThat(ended).isPositive();
    }

    @Test
    void withoutChoosingEverythingGoesToTheCoordinator() {
        try (var platform = Platform.start(Map.of("STOCKROOM_DATABASE_MERCHANT_NODES", "false"))) {
            assertThat(nodeThatServes(platform.merchant())).isEqualTo("coordinator");
        }
    }

    private static Database database(DatabaseAddress address) {
        var pool = new Database.Pool("test", 2, Duration.ofSeconds(3), Duration.ofSeconds(5));
        return new Database(address, pool, new SimpleMeterRegistry(), OpenTelemetry.noop());
    }

    private static String nodeOf(TestMerchant merchant) {
        return TestDatabase.query(
                merchant.platform().address(), """
                SELECT n.nodename || ':' || n.nodeport
                FROM pg_dist_placement p JOIN pg_dist_node n ON n.groupid = p.groupid
                WHERE p.shardid = get_shard_id_for_distribution_column('merchant', %d)
                """.formatted(merchant.id().value()));
    }

    private static void move(TestMerchant merchant, String from, String to) {
        TestDatabase.execute(merchant.platform().address(), """
                SELECT citus_move_shard_placement(
                    get_shard_id_for_distribution_column('merchant', %d), '%s, '%s, 'block_writes')
                """.formatted(
                        merchant.id().value(), from.replace(":", "', "), to.replace(":", "', ")));
    }

    private static String nodeThatServes(TestMerchant merchant) {
        var before = Stream.concat(Stream.of("coordinator"), WORKERS.stream())
                .collect(Collectors.toMap(Function.identity(), node -> used(merchant.platform(), node)));
        for (int i = 0; i < CALLS; i++) {
            assertThat(merchant.productList("page", 1).status()).isEqualTo(200);
        }
        return before.entrySet().stream()
                .filter(node -> used(merchant.platform(), node.getKey()) >= node.getValue() + CALLS)
                .map(Map.Entry::getKey)
                .findFirst()
                .orElse("several");
    }

    private static long used(Platform platform, String node) {
        var pool = node.equals("coordinator") ? "stockroom" : "stockroom " + node;
        return platform.metric("hikaricp_connections_usage_seconds_count{pool=\"%s\"}".formatted(pool));
    }
}
