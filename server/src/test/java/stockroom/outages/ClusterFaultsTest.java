package stockroom.outages;

import static java.util.concurrent.TimeUnit.MILLISECONDS;
import static java.util.concurrent.TimeUnit.SECONDS;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import stockroom.outages.ClusterLoad.Call;
import stockroom.testing.database.ClusterNode;
import stockroom.testing.database.TestDatabase;
import stockroom.testing.machine.Figures;
import stockroom.testing.platform.Platform;
import stockroom.testing.platform.TestMerchant;
import stockroom.testing.servers.ClusterGuide;
import stockroom.testing.servers.ServerProcess;

/// A cluster loses workers and gets another one under load: no acknowledged write is lost, merchants of other workers
/// are not affected, and the others get 503 in time.
@Tag("cluster")
@Tag("cluster-faults")
class ClusterFaultsTest {
    private static final boolean FULL = Boolean.getBoolean("cluster.full");
    private static final int SHARDS = FULL ? 8 : 4;
    /// The outage is longer than the interval at which servers look up the shards again.
    private static final Duration DOWN = Duration.ofSeconds(FULL ? 20 : 6);

    private static final Duration MAX_ANSWER = Duration.ofSeconds(30);
    private static final Duration MAX_ANSWER_OF_OTHERS = Duration.ofSeconds(2);
    private static final Duration MAX_RECOVERY = Duration.ofSeconds(FULL ? 15 : 60);
    /// The share of the other merchants' calls that must be in time; lower if the machine may be busy.
    private static final int PERCENT_OF_OTHERS = FULL ? 100 : 90;

    private static final int MIN_CALLS_OF_OTHERS = 200;

    private static final Map<String, String> SETTINGS = Map.of(
            "STOCKROOM_DATABASE_URL", ClusterGuide.coordinator().url(),
            "STOCKROOM_DATABASE_USER", TestDatabase.RUNTIME,
            "STOCKROOM_DATABASE_OWNER", TestDatabase.OWNER);

    private final ClusterGuide guide = new ClusterGuide(SHARDS, SETTINGS);

    @Test
    void workersFailAndOneIsAddedAndNothingIsLost() throws Exception {
        guide.run("Set it up");
        assertThat(TestDatabase.queryAll(ClusterGuide.coordinator(), """
                SELECT logicalrelid FROM pg_dist_partition
                WHERE NOT EXISTS (SELECT FROM pg_index WHERE indrelid = logicalrelid AND indisprimary)
                """))
                .as("tables that cannot be moved while they are written")
                .isEmpty();
        if (FULL) {
            generate();
        }
        try (var platform = Platform.on(ClusterGuide.coordinator(), Platform.DEFAULT_TIMES)) {
            var load = new ClusterLoad(platform, oneOnEachShard(platform));
            try (load) {
                Thread.sleep(1_000);
                disturb(platform, load);
            }
            load.assertNothingIsLost();
            assertThat(Stream.concat(load.calls(), load.operatorCalls())
                            .filter(call -> !(call.status() < 300 || call.isUnavailable())
                                    || call.took().compareTo(MAX_ANSWER) > 0)
                            .limit(3))
                    .isEmpty();
            assertNothingIsLeftPrepared(platform);
            guide.run("Back up a cluster");
            report(load);
        }
    }

    /// With this much data, moving the shards takes a while.
    private static void generate() {
        try (var process = new ServerProcess(
                SETTINGS,
                ServerProcess.SHORT_LIVED,
                "generate",
                "--merchants",
                "500",
                "--products",
                "20000",
                "--entries",
                "400000")) {
            assertThat(process.await()).as(process.log()).isZero();
        }
    }

    private static List<TestMerchant> oneOnEachShard(Platform platform) {
        var byShard = new LinkedHashMap<String, TestMerchant>();
        while (byShard.size() < SHARDS) {
            var merchant = platform.merchant();
            byShard.put(
                    platform.query("SELECT get_shard_id_for_distribution_column('merchant', %d)"
                            .formatted(merchant.id().value())),
                    merchant);
        }
        return new ArrayList<>(byShard.values());
    }

    private void disturb(Platform platform, ClusterLoad load) throws Exception {
        var worker = ClusterNode.workers().getFirst();
        fail("killed", worker, worker::kill, worker::start, load);
        if (FULL) {
            var another = ClusterNode.workers().getLast();
            fail("frozen", another, another::freeze, another::thaw, load);
        }
        addWorker(platform, load);
        if (FULL) {
            var added = ClusterNode.spare();
            // data sent to it is still in transit
            added.freeze();
            Thread.sleep(1_000);
            fail("killed while frozen", added, added::kill, added::start, load);
        }
    }

    private static void fail(String how, ClusterNode worker, Runnable failure, Runnable repair, ClusterLoad load)
            throws InterruptedException {
        var its = load.merchants().stream()
                .filter(merchant -> nodeOf(merchant).equals(worker.hostAndPort()))
                .toList();
        var others = load.merchants().stream()
                .filter(merchant -> !its.contains(merchant))
                .toList();
        assertThat(its).isNotEmpty();
        assertThat(others).isNotEmpty();
        long begun = System.nanoTime();
        failure.run();
        long failed = System.nanoTime();
        long repairing;
        try {
            assertServesFromTheStart(others);
            Thread.sleep(Math.max(0, DOWN.toMillis() - (System.nanoTime() - failed) / 1_000_000));
            await().atMost(60, SECONDS)
                    .until(() -> begunSince(failed, its, load) > 0
                            && begunSince(failed, others, load) >= MIN_CALLS_OF_OTHERS);
        } finally {
            repairing = System.nanoTime();
            repair.run();
        }
        long repaired = System.nanoTime();
        await().atMost(MAX_RECOVERY).pollInterval(20, MILLISECONDS).until(() -> load.servedSince(repaired, its));
        long recovery = (System.nanoTime() - repaired) / 1_000_000;

        var ofOthers = load.calls()
                .filter(call -> call.ended() >= begun && others.contains(call.merchant()))
                .toList();
        long longestOfOthers = longest(ofOthers);
        var failures = load.calls()
                .filter(call -> call.begun() >= failed && call.ended() < repairing && its.contains(call.merchant()))
                .toList();
        assertThat(failures).isNotEmpty().allMatch(Call::isUnavailable);
        System.out.printf(
                "worker %s: others answered within %d ms, its own 503 within %d ms, served %d ms after it was back%n",
                how, longestOfOthers, longest(failures), recovery);
        var name = "cluster-" + how.replace(' ', '-');
        figure(name + "-others-longest", longestOfOthers, MAX_ANSWER_OF_OTHERS);
        figure(name + "-longest", longest(failures), MAX_ANSWER);
        figure(name + "-recovery", recovery, MAX_RECOVERY);
        assertServed(FULL ? ofOthers : begunBetween(failed, repairing, ofOthers));
    }

    private static long begunSince(long moment, List<TestMerchant> whom, ClusterLoad load) {
        return load.calls()
                .filter(call -> call.begun() >= moment && whom.contains(call.merchant()))
                .count();
    }

    private static List<Call> begunBetween(long from, long to, List<Call> calls) {
        return calls.stream()
                .filter(call -> call.begun() >= from && call.begun() < to)
                .toList();
    }

    private static void assertServed(List<Call> ofOthers) {
        assertThat(ofOthers).isNotEmpty();
        var unserved = ofOthers.stream()
                .filter(call -> call.status() != 200 || call.took().compareTo(MAX_ANSWER_OF_OTHERS) > 0)
                .toList();
        assertThat(unserved).hasSizeLessThanOrEqualTo(ofOthers.size() * (100 - PERCENT_OF_OTHERS) / 100);
    }

    private static String nodeOf(TestMerchant merchant) {
        return merchant.platform().query("""
                SELECT n.nodename || ':' || n.nodeport
                FROM pg_dist_placement p JOIN pg_dist_node n ON n.groupid = p.groupid
                WHERE p.shardid = get_shard_id_for_distribution_column('merchant', %d)
                """.formatted(merchant.id().value()));
    }

    private static void assertServesFromTheStart(List<TestMerchant> others) {
        try (var server = Platform.on(others.getFirst().platform())) {
            for (var merchant : others) {
                assertThat(merchant.postTo(server.baseUrl(), "/Stock/Product", TestMerchant.FORM, "page=1")
                                .status())
                        .isEqualTo(200);
            }
        }
    }

    private void addWorker(Platform platform, ClusterLoad load) {
        var added = ClusterNode.spare();
        added.start();
        guide.prepare(added);
        long begun = System.nanoTime();
        var planning = guide.run("Add a worker").getLast();
        long rebalanced = System.nanoTime();

        assertThat(planning.lines()).hasSize(4).allMatch(line -> line.endsWith("|force_custom_plan"));
        var moved = load.merchants().stream()
                .filter(merchant -> nodeOf(merchant).equals(added.hostAndPort()))
                .toList();
        assertThat(moved).isNotEmpty();
        var pool = "hikaricp_connections_usage_seconds_count{pool=\"stockroom %s\"}".formatted(added.hostAndPort());
        await().atMost(MAX_RECOVERY).until(() -> platform.metric(pool) > 0);
        long followed = System.nanoTime();
        await().atMost(60, SECONDS).until(() -> load.servedSince(followed, moved));
        assertLedgerHasRoomOn(added, platform);

        var calls = load.calls().filter(call -> call.ended() >= begun).toList();
        long refused = calls.stream().filter(call -> call.status() != 200).count();
        System.out.printf(
                "worker added in %d ms: %d calls, %d answered 503, longest %d ms%n",
                (rebalanced - begun) / 1_000_000, calls.size(), refused, longest(calls));
        figure("cluster-rebalance-longest", longest(calls), MAX_ANSWER);
        Figures.write("cluster-rebalance-503", refused, "calls", "only 503", true);
    }

    /// Calls the function for existing months and for a new one.
    private static void assertLedgerHasRoomOn(ClusterNode worker, Platform platform) {
        var itself = worker.database("stockroom");
        assertThat(TestDatabase.query(itself, "SELECT add_ledger_months(3)"))
                .isEqualTo(platform.query("SELECT add_ledger_months(3)"));
        assertThat(platform.query("SELECT drop_ledger_month(13)")).isEqualTo("null");
        var rights = "SELECT prosecdef || ' ' || proacl::text FROM pg_proc WHERE proname ~ 'ledger_month' ORDER BY 1";
        assertThat(TestDatabase.queryAll(itself, rights)).isEqualTo(platform.queryAll(rights));
        platform.query("SELECT add_ledger_months(4)");
        assertThat(platform.query("""
                        SELECT count(*) FROM pg_inherits i
                        WHERE i.inhparent IN ('stock_push'::regclass, 'stock_change'::regclass)
                          AND NOT EXISTS (SELECT FROM pg_dist_shard s JOIN pg_dist_placement p ON p.shardid = s.shardid
                                          JOIN pg_dist_node n ON n.groupid = p.groupid
                                          WHERE s.logicalrelid = i.inhrelid AND n.nodeport = %d)
                        """.formatted(worker.port()))).isEqualTo("0");
    }

    /// Tokens are written to every node, so all nodes must have the same number.
    private void assertNothingIsLeftPrepared(Platform platform) {
        var printed = guide.run("When a worker fails").getLast();
        System.out.println("left prepared, by node, and finished: " + printed.replace('\n', ' '));
        assertThat(platform.queryAll(
                        "SELECT result FROM run_command_on_all_nodes('SELECT count(*) FROM pg_prepared_xacts')"))
                .containsOnly("0");
        assertThat(platform.queryAll(
                        "SELECT DISTINCT result FROM run_command_on_all_nodes('SELECT count(*) FROM access_token')"))
                .hasSize(1);
    }

    private static long longest(List<Call> calls) {
        return calls.stream().mapToLong(call -> call.took().toMillis()).max().orElseThrow();
    }

    private static void figure(String name, long millis, Duration max) {
        Figures.write(name, millis, "ms", "<= " + max.toMillis(), millis <= max.toMillis());
    }

    private static void report(ClusterLoad load) {
        System.out.printf("%d acknowledged writes, none lost%n", load.acknowledged());
        Figures.write("cluster-acknowledged-writes", load.acknowledged(), "writes", "none lost", true);
    }
}
